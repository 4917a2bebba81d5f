/**
 * The part of a mail that its sender wrote: without quoted lines and the lines that introduce them,
 * forwarded mails, signatures and footers of mailing lists.
 *
 * @param body - The whole body as plain text.
 * @returns The rest, paragraphs apart by one blank line; empty if nothing was written.
 */
export function authoredText(body: string): string {
  const kept = withoutQuotes(beforeSignature(beforeForward(withoutArmour(body.split("\n")))));
  return kept
    .join("\n")
    .replaceAll(/\n(?:[^\S\n]*\n){2,}/g, "\n\n")
    .replace(DEVICE_LINE, "")
    .trim();
}

/** The line above a signature, since long before RFC 3676 wrote it down. */
const SIGNATURE = "-- ";

const DEVICE_LINE =
  /\n*^(?:sent from my [^\n]{2,40}|sent from (?:outlook|yahoo|proton)[^\n]{0,40}|get outlook for [^\n]{2,20}|von meinem [^\n]{2,30} gesendet)\s*$(?![\s\S]*\S)/im;

/** OpenPGP puts lines around a text that is signed. */
function withoutArmour(given: readonly string[]): readonly string[] {
  if (!given.some((line) => line.startsWith("-----BEGIN PGP SIG"))) return given;
  const lines = given.map((line) => line.trimEnd());
  const begin = lines.indexOf("-----BEGIN PGP SIGNED MESSAGE-----");
  const signature = lines.indexOf("-----BEGIN PGP SIGNATURE-----");
  const end = lines.indexOf("-----END PGP SIGNATURE-----");
  if (signature === -1) return lines;
  const after = end === -1 ? [] : lines.slice(end + 1);
  if (begin === -1) return [...lines.slice(0, signature), ...after];
  const blank = lines.indexOf("", begin);
  const signed = lines.slice(blank === -1 ? begin + 1 : blank + 1, signature);
  return [...lines.slice(0, begin), ...signed, ...after];
}

const FORWARD =
  /^\s*(?:-{2,}\s*(?:original message|original appointment|forwarded (?:message|by|mail)|ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|mensaje reenviado|messaggio originale|oorspronkelijk bericht)\b.*|begin forwarded message\s*:?|anfang der weitergeleiteten nachricht\s*:?|début du message réexpédié\s*:?)\s*$/i;
const HEADER_LINE =
  /^\s*\*?(?:from|sent|date|to|cc|subject|von|gesendet|datum|an|betreff|de|envoyé|objet|à|enviado|para|asunto)\s*:\*?\s/i;
const FROM_LINE = /^\s*\*?(?:from|von|de)\s*:\*?\s+\S/i;

function beforeForward(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line, index) => FORWARD.test(line) || isHeaderBlock(lines, index));
  if (at === -1) return lines;
  // Some programs draw a line above the headers of the mail they quote.
  const ruled = lines.slice(0, at).findLastIndex((line) => !isBlank(line));
  return /^_{5,}$/.test(lines[ruled]?.trim() ?? "") ? lines.slice(0, ruled) : lines.slice(0, at);
}

/** The headers of a mail, printed as text: at least three in a row, the sender first. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!FROM_LINE.test(lines[at] ?? "")) return false;
  return lines.slice(at, at + 5).filter((line) => HEADER_LINE.test(line)).length >= 3;
}

/** Where the space of the line above is lost, only so many lines can be a signature. */
const MAX_SIGNATURE_LINES = 15;

const RULER = /^[-_=~]{20,}/;
// What mailing lists and programs put below a mail, always under a line drawn with signs.
const FOOTER = /unsubscribe|mailing[- ]list|listinfo|\blists?\.|sponsor|certified virus/i;

function beforeSignature(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line, index) => {
    if (line === SIGNATURE) return true;
    const isRuler = RULER.test(line);
    if (line.trimEnd() !== "--" && !isRuler) return false;
    const rest = lines.slice(index + 1).filter((later) => !isBlank(later) && !isQuoted(later));
    if (rest.length > MAX_SIGNATURE_LINES) return false;
    return !isRuler || [line, ...rest].some((later) => FOOTER.test(later));
  });
  return at === -1 ? lines : lines.slice(0, at);
}

function withoutQuotes(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let isInQuote = false;
  for (const [at, line] of lines.entries()) {
    const isQuote = isQuotedLine(lines, at);
    if (!isQuote) kept.push(line);
    else if (!isInQuote) {
      dropIntroduction(kept);
      kept.push(QUOTE_TAKEN_OUT);
    }
    isInQuote = isQuote;
  }
  return withoutLooseIntroductions(kept, kept.length < lines.length);
}

// What was around a quote are two paragraphs.
const QUOTE_TAKEN_OUT = "";

function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** Marked by ">", or by the initials of whom is quoted, as some programs did. */
function isQuoted(line: string): boolean {
  return /^ {0,3}(?:[A-Z]{1,3}> |>)/.test(line);
}

/**
 * A quoted line; but a single one that begins with ">From " is more likely an authored line that
 * some program on the way protected, as mailboxes do.
 */
function isQuotedLine(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (!isQuoted(line)) return isRestOfQuote(lines, at);
  const isProtected = /^>+From /.test(line);
  return !isProtected || isQuoted(lines[at - 1] ?? "") || isQuoted(lines[at + 1] ?? "");
}

/** The end of a long quoted line that a program broke off without marking it. */
function isRestOfQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  const before = lines[at - 1] ?? "";
  const isShort = line.length <= 30 && /^[\p{Ll}\d]/u.test(line);
  return isShort && before.length >= 60 && isQuoted(before) && isQuoted(lines[at + 1] ?? "");
}

const WROTE =
  "(?<!\\p{L})(?:wrote|writes|said|schrieb|écrit|escribió|scritto|schreef|skrev)(?!\\p{L})";
const INTRODUCTION_END = new RegExp(`${WROTE}[^\\n]{0,60}:$`, "iu");
const INTRODUCTION_START = /^(?:on|am|le|el|il|op|den|at|in)\b/i;
/** An introduction may be broken into so many lines. */
const MAX_INTRODUCTION_LINES = 3;

/** Takes "On Monday Ann wrote:" off the end of the lines kept so far. */
function dropIntroduction(kept: string[]): void {
  const last = kept.findLastIndex((line) => !isBlank(line));
  const length = last === -1 ? 0 : introductionLength(kept, last);
  if (length > 0) kept.splice(last - length + 1);
}

/** As many lines as belong to the introduction that ends there: the longest that is one. */
function introductionLength(lines: readonly string[], last: number): number {
  for (let length = MAX_INTRODUCTION_LINES; length >= 1; length--) {
    const taken = lines.slice(Math.max(0, last - length + 1), last + 1).map((line) => line.trim());
    if (taken.length === length && !taken.includes("") && isIntroduction(taken)) return length;
  }
  return 0;
}

function isIntroduction([first = "", ...others]: readonly string[]): boolean {
  const text = [first, ...others].join(" ");
  if (!INTRODUCTION_END.test(text)) return false;
  // A line above belongs to it only if it begins like one, with a date.
  if (others.length > 0) return INTRODUCTION_START.test(first) && /\d/.test(first);
  const named = text.replaceAll(/<[^<>]*>|\S+@\S+/g, "");
  return INTRODUCTION_START.test(text) || /^[^.!?]{0,80}:$/.test(named);
}

const UNMARKED = new RegExp(
  `^(?:on|am|le|el)\\b.{0,120}\\b\\d{4}\\b.{0,120}${WROTE}.{0,40}:$`,
  "iu",
);

/**
 * Introductions that stand right before no marked quote. Where a mail marks no quotes at all, the
 * text after its introduction is the quote (programs that write HTML do this); elsewhere something
 * was cut out between the two.
 */
function withoutLooseIntroductions(
  lines: readonly string[],
  hasMarkedQuotes: boolean,
): readonly string[] {
  const at = lines.findIndex((_, index) => looseLength(lines, index) > 0);
  if (at === -1) return lines;
  const before = lines.slice(0, at);
  if (!hasMarkedQuotes && !before.every(isBlank)) return before;
  const after = lines.slice(at + looseLength(lines, at));
  return [...before, ...withoutLooseIntroductions(after, hasMarkedQuotes)];
}

function looseLength(lines: readonly string[], at: number): number {
  const line = lines[at]?.trimEnd() ?? "";
  if (UNMARKED.test(line)) return 1;
  return UNMARKED.test(`${line} ${lines[at + 1]?.trim()}`) ? 2 : 0;
}
