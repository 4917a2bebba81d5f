import { createRequire } from "node:module";

/** Version of the installed package. */
export const LONGHAND_VERSION: string = readVersion();

function readVersion(): string {
  // src/pipeline and dist/pipeline both lie two folders below the package.
  const own = createRequire(import.meta.url)("../../package.json") as { readonly version: string };
  return own.version;
}
