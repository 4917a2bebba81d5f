import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";

/**
 * Refuses a place for the file of scores that would destroy something: the file of texts itself, or
 * a folder.
 *
 * @param itemsFile - Where the scores are to go.
 * @param file - The texts.
 * @throws LonghandError `invalid-option`.
 */
export async function checkItemsPlace(itemsFile: string, file: string): Promise<void> {
  if ((await realPath(itemsFile)) === (await realPath(file))) {
    throw refused(`The scores would overwrite the texts: ${itemsFile} is the file that is scored.`);
  }
  const found = await stat(itemsFile).catch(() => undefined);
  if (found?.isDirectory() === true) {
    throw refused(`Scores cannot be written to ${itemsFile}: it is a folder.`);
  }
}

/** Without links, also of a file that is not there yet. */
async function realPath(path: string): Promise<string> {
  const whole = resolve(path);
  const folder = async (): Promise<string> =>
    join(await realpath(dirname(whole)).catch(() => dirname(whole)), basename(whole));
  return realpath(whole).catch(folder);
}

function refused(message: string): LonghandError {
  return new LonghandError(message, {
    code: "invalid-option",
    hint: "Name another file for the scores, for instance scores.jsonl.",
  });
}
