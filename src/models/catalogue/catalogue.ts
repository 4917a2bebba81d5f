import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import {
  checkShape,
  fileError,
  nearestWord,
  parseStrictYaml,
  type YamlSource,
} from "../../storage/index.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import {
  type CatalogueEntry,
  type CatalogueFile,
  catalogueEntrySchema,
  type ModelSource,
} from "./catalogue-entry.ts";

/** Name of the user's own list inside the home folder. */
export const USER_CATALOGUE_FILE = "models.yaml";

/** An entry, and who wrote it. */
export interface KnownModel {
  /** The entry. */
  readonly entry: CatalogueEntry;
  /** `user` for entries of the user's own list. */
  readonly origin: "built-in" | "user";
}

/** The user's own list: `models.yaml` in the home folder (JSON is YAML, too). */
interface UserCatalogue {
  readonly version: 1;
  readonly models: readonly CatalogueEntry[];
}

const userCatalogueSchema: z.ZodType<UserCatalogue> = z.strictObject({
  version: z.literal(1),
  models: z.array(catalogueEntrySchema),
});

/**
 * Reads the catalogue: the models Longhand knows, then those of the user's own list.
 *
 * @param home - Longhand's home folder.
 * @returns All entries, built-in ones first.
 * @throws LonghandError `invalid-catalogue` with file, line and column of each fault.
 */
export async function readCatalogue(home: string): Promise<readonly KnownModel[]> {
  const builtIn = BUILT_IN_MODELS.map((entry): KnownModel => ({ entry, origin: "built-in" }));
  const path = join(home, USER_CATALOGUE_FILE);
  const text = await readIfThere(path);
  if (text === undefined) return builtIn;
  const entries = parseUserCatalogue(text, path);
  return [...builtIn, ...entries.map((entry): KnownModel => ({ entry, origin: "user" }))];
}

/**
 * Finds a model by its name.
 *
 * @param name - Name in the catalogue.
 * @param home - Longhand's home folder.
 * @returns Its entry.
 * @throws LonghandError `unknown-model`, with the nearest name.
 */
export async function findModel(name: string, home: string): Promise<CatalogueEntry> {
  const known = await readCatalogue(home);
  const found = known.find(({ entry }) => entry.name === name);
  if (found !== undefined) return found.entry;
  const names = known.map(({ entry }) => entry.name);
  const near = nearestWord(name, names);
  throw new LonghandError(`The catalogue has no model "${name}".`, {
    code: "unknown-model",
    hint:
      near === undefined
        ? `Known are ${names.join(", ")}; add your own in ${join(home, USER_CATALOGUE_FILE)}, or name a file: gguf:/path/to/model.gguf.`
        : `Did you mean "${near}"? \`longhand models list\` shows all.`,
    details: { model: name, known: names },
  });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError(path, cause);
  }
}

function parseUserCatalogue(text: string, path: string): CatalogueEntry[] {
  const source = parseStrictYaml(text, "a catalogue");
  const { value, problems } = checkShape(source, userCatalogueSchema);
  const faults = [...source.problems, ...problems].map(
    ({ line, column, message }) => `${path}:${line}:${column}: ${message}`,
  );
  if (value !== undefined) faults.push(...repeatedNames(value, source, path));
  if (faults.length > 0 || value === undefined) {
    throw new LonghandError(faults.join("\n"), {
      code: "invalid-catalogue",
      hint: "Mend the file, or move it away: Longhand's own models need no such list.",
      details: { file: path },
    });
  }
  const here = <File extends CatalogueFile>(file: File): File => ({
    ...file,
    sources: file.sources.map((item) => fromFolder(item, dirname(path))),
  });
  return value.models.map((entry) => {
    const { moreFiles } = entry;
    return {
      ...here(entry),
      ...(moreFiles === undefined ? {} : { moreFiles: moreFiles.map(here) }),
    };
  });
}

function repeatedNames({ models }: UserCatalogue, source: YamlSource, path: string): string[] {
  const taken = new Set(BUILT_IN_MODELS.map(({ name }) => name));
  return models.flatMap(({ name }, index) => {
    if (!taken.has(name)) {
      taken.add(name);
      return [];
    }
    const { line, column } = source.placeOf(["models", index, "name"]);
    return [`${path}:${line}:${column}: there is already a model "${name}": choose another name.`];
  });
}

function fromFolder(source: ModelSource, folder: string): ModelSource {
  return source.kind === "file" ? { ...source, path: resolve(folder, source.path) } : source;
}
