import { stat } from "node:fs/promises";
import { isCorpusFolder, openCorpusFolder } from "../../corpus/index.ts";
import type { BuildSource } from "../../dataset/index.ts";
import { canonicalJson, fileError, sha256 } from "../../storage/index.ts";
import { openCorpus, SHIPPED_CORPUS } from "../corpora/named-corpus.ts";
import { LONGHAND_VERSION } from "../package-version.ts";

/**
 * A corpus as the builder takes it.
 *
 * @param name - `sotu`, a corpus folder, or a corpus in JSON Lines.
 * @returns The source.
 * @throws LonghandError `not-found`, `invalid-corpus`.
 */
export async function openBuildSource(name: string): Promise<BuildSource> {
  if (name === SHIPPED_CORPUS) {
    const version = `${SHIPPED_CORPUS} ${LONGHAND_VERSION}`;
    return { kind: "documents", documents: openCorpus(name), name, version };
  }
  if (!(await isCorpusFolder(name))) {
    const version = await versionOf([name]);
    return { kind: "documents", documents: openCorpus(name), name, version };
  }
  const { card, documents, products } = await openCorpusFolder(name);
  const tables = [documents, ...(products === undefined ? [] : [products])];
  return {
    kind: card.kind,
    documents,
    ...(products === undefined ? {} : { products }),
    name: `${card.format}: ${card.sources.map(({ file }) => file).join(", ")}`,
    version: sha256(canonicalJson({ card, files: await versionOf(tables) })),
  };
}

/** Size and time of change of files: whoever changes one of them changes the corpus. */
async function versionOf(paths: readonly string[]): Promise<string> {
  const found: unknown[] = [];
  for (const path of paths) {
    const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
      throw fileError(path, cause);
    });
    found.push({ path, size, mtimeMs });
  }
  return sha256(canonicalJson(found));
}
