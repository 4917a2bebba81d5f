import { LonghandError } from "../../foundation/index.ts";

/** The command that installs what Word files need. */
export const DOCX_PACKAGES = "docx@9.15.2";
/** The command that installs what PDF files need. */
export const PDF_PACKAGES = "pdfmake@0.3.11 fontkit@2.0.4 bidi-js@1.1.0 dejavu-fonts-ttf@2.37.3";

/** What is loaded, and what for. */
export interface PackageUse {
  /** What it is needed for, at the beginning of a sentence. */
  readonly purpose: string;
  /** Name of the package. */
  readonly name: string;
  /** What to install. */
  readonly install: string;
}

/**
 * Loads a package that is an optional part of an installation.
 *
 * @param use - What it is needed for.
 * @param load - How it is loaded.
 * @returns Its module.
 * @throws LonghandError `missing-dependency`, with the command that installs it.
 */
export async function loadPackage<Module>(
  { purpose, name, install }: PackageUse,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw cause;
    throw new LonghandError(`${purpose} the package ${name}, which is not installed.`, {
      code: "missing-dependency",
      hint: `Install it with \`npm install ${install}\`.`,
      cause,
    });
  }
}
