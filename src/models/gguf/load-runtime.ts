import { LonghandError } from "../../foundation/index.ts";

/** The module of the engine. */
export type Runtime = typeof import("node-llama-cpp");

/**
 * Loads the engine's module, which is an optional part of an installation.
 *
 * @param load - How the module is loaded.
 * @returns The module.
 * @throws LonghandError `missing-dependency`, with the command that installs it.
 */
export async function loadRuntime(
  load: () => Promise<Runtime> = () => import("node-llama-cpp"),
): Promise<Runtime> {
  try {
    return await load();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new LonghandError(
      "Local models need the package node-llama-cpp, which is not installed.",
      {
        code: "missing-dependency",
        hint: "Install it with `npm install node-llama-cpp@3.21.1`.",
        cause,
      },
    );
  }
}
