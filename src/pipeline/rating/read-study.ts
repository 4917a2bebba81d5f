import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { type RatingStudy, ratingStudySchema } from "../../records/index.ts";
import { checkShape, fileError, parseStrictYaml, type YamlSource } from "../../storage/index.ts";

/**
 * Reads a study file. Wherever it may hold a text, it may name a file instead: `file: tree/p1.txt` in
 * place of `text: …`, from the study's own folder.
 *
 * @param path - The file, YAML or JSON.
 * @returns The study with all texts in it and every default written out.
 * @throws LonghandError `invalid-study`, listing each fault with file and line.
 */
export async function readStudy(path: string): Promise<RatingStudy> {
  const source = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new LonghandError(fileError(path, cause).message, {
      code: "invalid-study",
      hint: "Name a study file such as examples/rating-study.yaml.",
      details: { file: path },
      cause,
    });
  });
  const yaml = parseStrictYaml(source, "a rating study");
  const problems = [...yaml.problems];
  const value = await withTexts(yaml.value, { folder: dirname(path), yaml, problems, at: [] });
  const checked = checkShape({ ...yaml, value }, ratingStudySchema);
  problems.push(...checked.problems);
  if (checked.value !== undefined && problems.length === 0) return checked.value;
  problems.sort((left, right) => left.line - right.line);
  const faults = problems.map(
    ({ line, column, message }) => `${path}:${line}:${column}: ${message}`,
  );
  throw new LonghandError(
    `${path} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}.\n${faults.join("\n")}`,
    {
      code: "invalid-study",
      hint: "Mend the lines above. docs/rating.md lists every field.",
      details: { file: path },
    },
  );
}

interface Place {
  readonly folder: string;
  readonly yaml: YamlSource;
  readonly problems: YamlSource["problems"][number][];
  readonly at: readonly PropertyKey[];
}

/** Replaces every `file` by the `text` in it. */
async function withTexts(value: unknown, place: Place): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(
      value.map((item, index) => withTexts(item, { ...place, at: [...place.at, index] })),
    );
  }
  if (value === null || typeof value !== "object") return value;
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, item]): Promise<[string, unknown][]> => {
      const at = [...place.at, key];
      if (key !== "file" || typeof item !== "string") {
        return [[key, await withTexts(item, { ...place, at })]];
      }
      const text = await textOf(item, { ...place, at });
      // The fault is listed already: something that is no fault stands in for the text.
      return [["text", text ?? "…"]];
    }),
  );
  return Object.fromEntries(entries.flat());
}

async function textOf(
  file: string,
  { folder, yaml, problems, at }: Place,
): Promise<string | undefined> {
  // An absolute path is taken as it is: a study is its organiser's own file.
  const path = file.startsWith("/") ? file : join(folder, file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const message =
      cause instanceof TypeError ? `${path} is not UTF-8.` : fileError(path, cause).message;
    problems.push({ severity: "error", ...yaml.placeOf(at), message });
    return undefined;
  }
}
