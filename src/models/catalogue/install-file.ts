import { open, rename, stat } from "node:fs/promises";
import { modelFolder, modelPath, type Receipt, writeReceipt } from "./installed-model.ts";
import type { ModelFile } from "./model-files.ts";
import { writeError } from "./part-file.ts";
import type { FetchedFile } from "./source-run.ts";

interface Installing {
  readonly entry: ModelFile;
  readonly home: string;
  readonly source: string;
}

/** Gives a whole and checked file its final name. */
export async function installFile(
  file: FetchedFile,
  { entry, home, source }: Installing,
): Promise<Receipt> {
  const path = modelPath(home, entry);
  try {
    const { mtimeMs } = await stat(file.path);
    await rename(file.path, path);
    await flushFolder(modelFolder(home, entry.name));
    const receipt: Receipt = {
      v: 1,
      fileName: entry.fileName,
      sizeBytes: file.sizeBytes,
      mtimeMs,
      sha256: file.sha256,
      source,
      vouchedBy: entry.sha256 === undefined ? "first-use" : "catalogue",
      damaged: false,
    };
    await writeReceipt(home, entry, receipt);
    return receipt;
  } catch (cause) {
    throw writeError(path, cause);
  }
}

/** Makes the new name durable, where the system lets a folder be flushed. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
