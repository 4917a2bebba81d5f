import { estimateTokens } from "../brief/brief-words.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { fill } from "../prompts/fill.ts";
import { kindName } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { Writer } from "../run/writer.ts";
import { prefixLines, prefixOfBrief } from "../techniques/prefix-lines.ts";
import { techniquesOf } from "../techniques/techniques.ts";
import { styleLines } from "../voice/style-lines.ts";

/**
 * The system message: the rules of the task, and what must never be written.
 *
 * @param writer - The run.
 * @returns The message.
 */
export function instructions(writer: Pick<Writer, "brief"> & Partial<Writer>): string {
  const { brief } = writer;
  const { leaf } = TEMPLATES;
  const { language } = brief;
  const techniques = techniquesOf(brief);
  const profile = techniques.voice ? brief.profile : undefined;
  const system = fill(leaf.system, {
    kind: kindName(brief),
    voice: profile === undefined ? "" : fill(leaf.voice, { author: profile.author }),
    language:
      language === undefined || language.startsWith("en") ? "" : fill(leaf.language, { language }),
  });
  const avoided = (how: "word" | "topic"): string =>
    brief.avoid
      .filter((item) => item.how === how)
      .map(({ text }) => text)
      .join("; ");
  const lines = [
    ...(techniques.prefix ? [prefixLines(prefixOfBrief(brief))] : []),
    system,
    ...(avoided("word") === "" ? [] : [fill(leaf.avoid, { items: avoided("word") })]),
    ...(avoided("topic") === "" ? [] : [fill(leaf.topics, { items: avoided("topic") })]),
  ];
  return [...lines, ...cardLines(writer, lines)].join("\n");
}

/** What is typical of the author's style, as far as the instructions leave room for it. */
function cardLines(
  { brief, scale, styleCard }: Pick<Writer, "brief"> & Partial<Writer>,
  lines: readonly string[],
): string[] {
  const { voice, styleCard: isShown } = techniquesOf(brief);
  if (styleCard === undefined || scale === undefined || !voice || !isShown) return [];
  const taken = lines.reduce((sum, line) => sum + estimateTokens(line), 0);
  return styleLines(styleCard, SIZE_LIMITS[scale].partTokens.instructions - taken);
}
