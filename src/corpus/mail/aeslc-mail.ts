import { withLineFeeds } from "../text-decoder.ts";
import type { PlainMail } from "./plain-mail.ts";
import { isInSentFolder } from "./sent-folder.ts";

/**
 * Reads a file of the AESLC corpus: the body, then a line `@subject` and the subject below it.
 * Further lines that begin with `@` (`@ann0` …) hold other people's subjects and are left out. The
 * file names neither sender nor date; its name, `allen-p_inbox_20.subject`, begins with the mailbox.
 *
 * @param given - Text of the file.
 * @param source - Path of the file, for the mailbox and its folder.
 * @returns The mail, or `undefined` if there is no line `@subject`.
 */
export function aeslcMail(given: string, source: string): PlainMail | undefined {
  const lines = withLineFeeds(given).split("\n");
  const at = lines.findIndex((line) => line.trim().toLowerCase() === "@subject");
  if (at === -1) return undefined;
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => /^@\w+\s*$/.test(line));
  const subject = (end === -1 ? after : after.slice(0, end)).join(" ");
  const name = source.split("/").at(-1) ?? "";
  const parts = /^([^_]+)_(.+)_\d+\b/.exec(name);
  return {
    body: lines.slice(0, at).join("\n"),
    subject,
    ...(parts === null ? {} : { owner: parts[1], isSent: isInSentFolder(parts[2] ?? "") }),
  };
}
