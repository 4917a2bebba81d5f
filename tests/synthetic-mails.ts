import { type Random, randomStream } from "../src/foundation/index.ts";

/** A mail, its parts. */
export interface SyntheticMail {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly date: string;
  readonly body: string;
}

/** How many mails the senders of {@link syntheticMails} wrote that pass the default filters. */
export const SYNTHETIC_SENDERS = {
  /** One too few, exactly enough, exactly as many as may be, one too many. */
  "nina@example.org": 9,
  "ten@example.org": 10,
  "max@example.org": 200,
  "over@example.org": 201,
  /** 10 mails, of which one body has 63 words. */
  "short@example.org": 9,
  /** 10 mails, of which one subject has 4 words. */
  "terse@example.org": 9,
} as const;

const WORDS =
  "garden gate spade seeds rain tuesday paint bench apples ladder compost neighbour".split(" ");

/**
 * Mails by six senders whose counts and lengths lie on both sides of the paper's thresholds: bodies of
 * 64 words and subjects of 5, but for one of 63 and one of 4.
 *
 * @param seed - Decides the words; counts and lengths are always the same.
 * @returns The mails, sender after sender, each from old to new.
 */
export function syntheticMails(seed = 1): readonly SyntheticMail[] {
  const given = { nina: 9, ten: 10, max: 200, over: 201, short: 10, terse: 10 };
  return Object.entries(given).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, at) => mail(`${name}@example.org`, at, seed)),
  );
}

function mail(from: string, at: number, seed: number): SyntheticMail {
  const random = randomStream(seed, "synthetic-mail", from, at);
  const isFirst = at === 0;
  const bodyWords = isFirst && from.startsWith("short") ? 63 : 64;
  const subjectWords = isFirst && from.startsWith("terse") ? 4 : 5;
  const day = new Date(Date.UTC(2001, 0, 1 + at, 9, 30)).toISOString().slice(0, 19);
  return {
    id: `${from.split("@")[0]}-${at}@example.org`,
    from,
    subject: words(random, subjectWords),
    date: `${day}Z`,
    body: words(random, bodyWords),
  };
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => WORDS[random.nextBelow(WORDS.length)]).join(" ");
}

/**
 * A mail as it is sent (RFC 5322), in plain ASCII.
 *
 * @param mail - Its parts.
 * @returns The message with CR LF.
 */
export function mailText({ id, from, subject, date, body }: SyntheticMail): string {
  const headers = [
    `Message-ID: <${id}>`,
    `From: ${from}`,
    "To: list@example.org",
    `Subject: ${subject}`,
    `Date: ${new Date(date).toUTCString().replace("GMT", "+0000")}`,
    "Content-Type: text/plain; charset=us-ascii",
  ];
  return `${[...headers, "", body, ""].join("\r\n")}`;
}
