import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DatasetCard, datasetCardSchema } from "../../records/index.ts";
import { HUB_CARD_FILE } from "../dataset-files.ts";

/** The card that Longhand wrote beside a folder of the hub's layout. */
export async function publishedCard(folder: string): Promise<DatasetCard | undefined> {
  for (const place of [folder, dirname(folder)]) {
    const text = await readFile(join(place, HUB_CARD_FILE), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const parsed = datasetCardSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
