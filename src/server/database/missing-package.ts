import { LonghandError } from "../../foundation/index.ts";

/**
 * The error of an optional package that could not be loaded.
 *
 * @param need - What needs it, as the beginning of a sentence.
 * @param packageVersion - Name and version, for instance `pg@8.23.1`.
 * @param cause - What came of loading it.
 * @returns LonghandError `missing-dependency`; the cause itself if the package is there but broken in
 *   another way than by its absence.
 */
export function missingPackage(need: string, packageVersion: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return cause;
  const name = packageVersion.slice(0, packageVersion.lastIndexOf("@"));
  return new LonghandError(`${need} needs the package ${name}, which is not installed.`, {
    code: "missing-dependency",
    hint: `Install it with \`npm install ${packageVersion}\`.`,
    cause,
  });
}
