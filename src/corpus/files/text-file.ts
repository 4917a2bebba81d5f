import { decodeFile } from "../file-encoding.ts";
import { type FileContent, type FileFault, fault } from "./file-content.ts";

/** Reads plain text: UTF-8, what a byte-order mark says, or a guess, which is warned of. */
export async function readTextFile(bytes: Uint8Array): Promise<FileContent | FileFault> {
  const { encoding, isGuessed, text } = decodeFile(bytes);
  if (encoding === undefined) return fault("binary", "not a text file");
  const withoutNuls = text.replaceAll("\0", "");
  const oddities: { reason: "guessed-encoding" | "nul-removed"; message: string }[] = [];
  if (isGuessed) {
    oddities.push({ reason: "guessed-encoding", message: `not in UTF-8; read as ${encoding}` });
  }
  const nuls = text.length - withoutNuls.length;
  if (nuls > 0) {
    const message = `${nuls} NUL character${nuls === 1 ? " was" : "s were"} removed`;
    oddities.push({ reason: "nul-removed", message });
  }
  return { text: withoutNuls, oddities };
}
