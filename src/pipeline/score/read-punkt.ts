import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { type PunktTables, parsePunktTables } from "../../text/index.ts";

const FILES = {
  abbreviations: "abbrev_types.txt",
  collocations: "collocations.tab",
  starters: "sent_starters.txt",
  orthography: "ortho_context.tab",
} as const;

const NLTK_FOLDER = "tokenizers/punkt_tab/english";

/**
 * Reads the tables of the sentence splitter.
 *
 * @param place - A folder in the format of NLTK's `punkt_tab`, or `nltk` to look where NLTK would.
 * @param environment - Environment variables.
 * @returns The tables.
 * @throws LonghandError `invalid-punkt-tables` if they are missing, malformed or pickled.
 */
export async function readPunkt(
  place: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PunktTables> {
  if (place.endsWith(".pickle")) throw pickled(place);
  return readFolder(place === "nltk" ? await findNltkTables(environment) : place);
}

async function readFolder(folder: string): Promise<PunktTables> {
  const read = async (name: string): Promise<string> => {
    try {
      return await readFile(join(folder, name), "utf8");
    } catch (cause) {
      throw await missing(folder, name, cause);
    }
  };
  return parsePunktTables({
    abbreviations: await read(FILES.abbreviations),
    collocations: await read(FILES.collocations),
    starters: await read(FILES.starters),
    orthography: await read(FILES.orthography),
  });
}

async function missing(folder: string, name: string, cause: unknown): Promise<LonghandError> {
  if (await exists(join(folder, "english.pickle"))) {
    return pickled(join(folder, "english.pickle"));
  }
  return new LonghandError(`${join(folder, name)} cannot be read.`, {
    code: "invalid-punkt-tables",
    hint: `--punkt needs a folder with ${Object.values(FILES).join(", ")}.`,
    details: { folder, file: name },
    cause,
  });
}

function pickled(path: string): LonghandError {
  return new LonghandError(`${path} is a pickle, which runs code when it is opened.`, {
    code: "invalid-punkt-tables",
    hint: "Use the tables of punkt_tab, for instance nltk_data/tokenizers/punkt_tab/english.",
    details: { file: path },
  });
}

async function findNltkTables(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const folders = nltkFolders(environment);
  for (const folder of folders) {
    const tables = join(folder, NLTK_FOLDER);
    if (await exists(join(tables, FILES.abbreviations))) return tables;
  }
  throw new LonghandError(`None of NLTK's folders holds ${NLTK_FOLDER}.`, {
    code: "invalid-punkt-tables",
    hint: "Fetch them with: python3 -m nltk.downloader punkt_tab, or name a folder with --punkt DIR.",
    details: { folders },
  });
}

/** Where NLTK looks: `NLTK_DATA`, the user's home, the Python prefix, the system. */
function nltkFolders(environment: Readonly<Record<string, string | undefined>>): string[] {
  const named = (environment["NLTK_DATA"] ?? "").split(delimiter).filter(Boolean);
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const prefix = pythonPrefix(environment);
  const inPrefix =
    prefix === undefined
      ? []
      : ["nltk_data", "share/nltk_data", "lib/nltk_data"].map((name) => join(prefix, name));
  const system = ["/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib"];
  return [
    ...named,
    ...(home === undefined ? [] : [join(home, "nltk_data")]),
    ...inPrefix,
    ...system.map((folder) => join(folder, "nltk_data")),
  ];
}

function pythonPrefix(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { stdout, status } = spawnSync("python3", ["-c", "import sys; print(sys.prefix)"], {
    encoding: "utf8",
    env: environment,
    timeout: 10_000,
  });
  return status === 0 ? stdout.trim() : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
