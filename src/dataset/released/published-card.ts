import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DatasetCard } from "../../records/index.ts";
import { HUB_CARD_FILE, readCard } from "../dataset-files.ts";

/**
 * The card that Longhand wrote beside a folder of the hub's layout.
 *
 * @throws LonghandError `invalid-dataset`, `invalid-json` for one that cannot be read.
 */
export async function publishedCard(folder: string): Promise<DatasetCard | undefined> {
  for (const place of [folder, dirname(folder)]) {
    const path = join(place, HUB_CARD_FILE);
    if ((await stat(path).catch(() => undefined)) !== undefined) return readCard(path);
  }
  return undefined;
}
