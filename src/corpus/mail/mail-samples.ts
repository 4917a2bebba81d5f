import { readFile } from "node:fs/promises";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import type { BenchmarkProfile, CorpusDocument, CorpusFinding } from "../../records/index.ts";
import { canonicalJson, fileError, parseStrictJson } from "../../storage/index.ts";
import { comparableId, comparableText, counted, pythonWords } from "../../text/index.ts";
import { dropped, rejected, type Said, warning } from "../corpus-event.ts";

/** One example of a mail benchmark as it is shared: ids instead of mails. */
export interface MailSample {
  /** Id of the example. */
  readonly id: string;
  /** Id of the mail that is to be completed. */
  readonly input: string;
  /** How many words of that mail are given. */
  readonly contentLength: number;
  /** Earlier mails of the same person. */
  readonly profile: readonly MailSampleItem[];
  /** Whose mails they are; in the files of the temporal setting only. */
  readonly userId?: string;
}

/** An earlier mail in a {@link MailSample}. */
export interface MailSampleItem {
  /** Id of the item in the benchmark. */
  readonly id: string;
  /** Id of the mail. */
  readonly text: string;
  /** Date as the file gives it; may be empty. */
  readonly date: string;
}

/** A sample with the mails it stands for. */
export interface ResolvedMailSample {
  /** Id of the example. */
  readonly id: string;
  /** Whose mails they are, if the file says so. */
  readonly userId?: string;
  /** Id of the mail that is to be completed. */
  readonly mailId: string;
  /** Its subject; empty if it has none. */
  readonly title: string;
  /** Its first words, joined by single spaces. */
  readonly prefix: string;
  /** The other words, joined by single spaces. */
  readonly output: string;
  /** The earlier mails, their line breaks kept. */
  readonly profile: readonly {
    /** Id of the item in the benchmark. */
    readonly id: string;
    /** Text of the mail. */
    readonly text: string;
    /** Subject of the mail. */
    readonly title: string;
    /** Date of the sample file, or else of the mail; empty if neither has one. */
    readonly date: string;
  }[];
}

/** Samples, or what became of them, with everything that was found on the way. */
export interface MailSamples<Sample> {
  /** Those without a fault, in the order of the file. */
  readonly samples: readonly Sample[];
  /** Faults, removed items and warnings. */
  readonly findings: readonly CorpusFinding[];
}

const idSchema = z.union([z.string().min(1), z.int()]).transform(comparableId);
const sampleSchema = z.object({
  id: idSchema,
  input: idSchema,
  content_length: z.int().min(0),
  profile: z.array(
    z.object({ text: idSchema, id: idSchema, date: z._default(z.nullable(z.string()), "") }),
  ),
  user_id: z.optional(idSchema),
});

/**
 * Reads a file of sample ids: a JSON array of `{id, input, content_length, profile: [{text, id,
 * date}], user_id?}`, where `input` and `text` are ids of mails.
 *
 * @param path - The file.
 * @returns The samples; a finding for each that is malformed, and for each id that stands twice.
 * @throws LonghandError `not-found`, `not-readable`; `invalid-json` if it is no JSON array.
 */
export async function readMailSampleIds(path: string): Promise<MailSamples<MailSample>> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const values = parseStrictJson(text.replace(/^\ufeff/, ""), { file: path, line: 1 });
  if (!Array.isArray(values)) {
    throw new LonghandError(`${path}: a file of mail samples is a JSON array.`, {
      code: "invalid-json",
      details: { file: path },
    });
  }
  const findings: CorpusFinding[] = [];
  const seen = new Map<string, MailSample>();
  for (const [index, value] of values.entries()) {
    const read = sampleOf(value, index);
    const fault = "fault" in read ? read.fault : repetition(read.sample, seen);
    const id = "sample" in read ? read.sample.id : undefined;
    if (fault === undefined && "sample" in read) seen.set(read.sample.id, read.sample);
    else if (fault !== undefined) findings.push(finding(fault, path, id));
  }
  return { samples: [...seen.values()], findings };
}

interface Fault extends Omit<Said, "place" | "id"> {
  readonly say: typeof rejected;
}

function finding({ say, ...said }: Fault, file: string, id?: string): CorpusFinding {
  return say({ ...said, place: { file }, id }).finding;
}

type ReadSample = { readonly sample: MailSample } | { readonly fault: Fault };

function sampleOf(value: unknown, index: number): ReadSample {
  const parsed = sampleSchema.safeParse(value);
  if (!parsed.success) {
    const what = z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, " ");
    const message = `sample ${index + 1} is malformed: ${what}`;
    return { fault: { say: rejected, reason: "invalid-sample", message } };
  }
  const { content_length: contentLength, user_id: userId, profile, ...rest } = parsed.data;
  return {
    sample: {
      ...rest,
      contentLength,
      profile: profile.map(({ date, ...item }) => ({ ...item, date: date ?? "" })),
      ...(userId === undefined ? {} : { userId }),
    },
  };
}

function repetition(sample: MailSample, seen: ReadonlyMap<string, MailSample>): Fault | undefined {
  const earlier = seen.get(sample.id);
  if (earlier === undefined) return undefined;
  const name = JSON.stringify(sample.id);
  return canonicalJson(earlier) === canonicalJson(sample)
    ? { say: dropped, reason: "duplicate", message: `sample ${name} stands there twice` }
    : { say: rejected, reason: "duplicate-id", message: `two samples have the id ${name}` };
}

/** How samples are resolved. */
export interface ResolveOptions {
  /** File of the samples, for messages. */
  readonly file: string;
  /** `longhand` takes a target out of its own profile, `longlamp-paper` warns. */
  readonly profile?: BenchmarkProfile | undefined;
}

/**
 * Puts the mails of somebody's own copy into samples, as `longlamp.md` describes the released files:
 * the prefix is the first words of the body, the output the rest. Only mails that a sample names
 * are kept in memory.
 *
 * @param samples - What {@link readMailSampleIds} read.
 * @param mails - The mails, for instance the documents of {@link readMbox}.
 * @param options - File name and profile.
 * @returns The resolved samples. Missing mails are one finding that names all of them.
 */
export async function resolveMailSamples(
  samples: readonly MailSample[],
  mails: AsyncIterable<CorpusDocument> | Iterable<CorpusDocument>,
  options: ResolveOptions,
): Promise<MailSamples<ResolvedMailSample>> {
  const wanted = new Set(samples.flatMap(mailsOf));
  const found = new Map<string, CorpusDocument>();
  for await (const mail of mails) if (wanted.has(mail.id)) found.set(mail.id, mail);
  const findings: CorpusFinding[] = missingMails(samples, found, options.file);
  const resolved: ResolvedMailSample[] = [];
  for (const sample of samples) {
    if (mailsOf(sample).some((id) => !found.has(id))) continue;
    const result = resolve(sample, found, options.profile ?? "longhand");
    findings.push(...result.faults.map((fault) => finding(fault, options.file, sample.id)));
    if (result.resolved !== undefined) resolved.push(result.resolved);
  }
  return { samples: resolved, findings };
}

function mailsOf({ input, profile }: MailSample): string[] {
  return [input, ...profile.map(({ text }) => text)];
}

function missingMails(
  samples: readonly MailSample[],
  found: ReadonlyMap<string, CorpusDocument>,
  file: string,
): CorpusFinding[] {
  const missing = new Set(samples.flatMap(mailsOf).filter((id) => !found.has(id)));
  if (missing.size === 0) return [];
  const needing = samples.filter((sample) => mailsOf(sample).some((id) => missing.has(id))).length;
  const ids = [...missing].sort().join(", ");
  const message = `${counted(missing.size, "mail")} of ${counted(needing, "sample")} ${missing.size === 1 ? "is" : "are"} missing: ${ids}`;
  return [finding({ say: rejected, reason: "missing-mail", message }, file)];
}

interface Resolution {
  readonly resolved?: ResolvedMailSample;
  readonly faults: readonly Fault[];
}

function resolve(
  sample: MailSample,
  found: ReadonlyMap<string, CorpusDocument>,
  profile: BenchmarkProfile,
): Resolution {
  const target = found.get(sample.input) as CorpusDocument;
  const words = pythonWords(target.text);
  const name = `sample ${JSON.stringify(sample.id)}`;
  if (sample.contentLength >= words.length) {
    const message = `${name} leaves nothing to write: ${sample.contentLength} of ${words.length} words are given`;
    return { faults: [{ say: rejected, reason: "empty-output", message }] };
  }
  const others = sample.profile.filter((item) => !isTarget(item, target, found));
  const items = profile === "longhand" ? others : sample.profile;
  const faults: Fault[] = [];
  if (others.length < sample.profile.length) {
    const say = profile === "longhand" ? dropped : warning;
    const removed = profile === "longhand" ? "; it was removed" : "";
    const message = `${name} has its target in its profile${removed}`;
    faults.push({ say, reason: "target-in-profile", message });
  }
  if (sample.contentLength === 0) {
    faults.push({ say: warning, reason: "empty-prefix", message: `${name} has an empty prefix` });
  }
  if (items.length === 0) {
    faults.push({ say: warning, reason: "empty-profile", message: `${name} has an empty profile` });
  }
  const resolved: ResolvedMailSample = {
    id: sample.id,
    ...(sample.userId === undefined ? {} : { userId: sample.userId }),
    mailId: target.id,
    title: target.title ?? "",
    prefix: words.slice(0, sample.contentLength).join(" "),
    output: words.slice(sample.contentLength).join(" "),
    profile: items.map((item) => resolvedItem(item, found.get(item.text) as CorpusDocument)),
  };
  return { resolved, faults };
}

function isTarget(
  item: MailSampleItem,
  target: CorpusDocument,
  found: ReadonlyMap<string, CorpusDocument>,
): boolean {
  const mail = found.get(item.text) as CorpusDocument;
  return mail.id === target.id || comparableText(mail.text) === comparableText(target.text);
}

function resolvedItem({ id, date }: MailSampleItem, mail: CorpusDocument) {
  return { id, text: mail.text, title: mail.title ?? "", date: date || (mail.date ?? "") };
}
