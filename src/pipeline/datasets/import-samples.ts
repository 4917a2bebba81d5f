import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { findingLine, readMailSampleIds, resolveMailSamples } from "../../corpus/index.ts";
import { emailTask, inspectContent, writeDataset } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type {
  BenchmarkProfile,
  CorpusFinding,
  DatasetCard,
  DatasetExample,
  Setting,
  Split,
} from "../../records/index.ts";
import { fileError } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import { openCorpus } from "../corpora/named-corpus.ts";

/** What a mail benchmark is made of that is shared as ids. */
export interface SampleImport {
  /** A file of sample ids, or a folder of such files named train, dev and test. */
  readonly samples: string;
  /** Your own copy of the mails, as a corpus. */
  readonly mails: string;
  /** Folder to write. */
  readonly out: string;
  /** Which rules to follow: `longhand` takes a target out of its own profile. */
  readonly profile: BenchmarkProfile;
  /** How the samples were split. @defaultValue `temporal` if they name users, else `user` */
  readonly setting?: Setting;
  /** Faults that may be passed over; their samples are left out. */
  readonly allowRejected: number;
  /** Whether a dataset that is there may be replaced. */
  readonly replace: boolean;
}

/**
 * Makes a dataset of email completion from sample ids and your own mails.
 *
 * @param request - Samples, mails, where to.
 * @returns The card.
 * @throws LonghandError `rejected-samples`, listing every missing mail and faulty sample.
 */
export async function importSamples(request: SampleImport): Promise<DatasetCard> {
  const { samples, mails, out, profile, replace } = request;
  const parts = new Map<Split, DatasetExample[]>();
  const findings: CorpusFinding[] = [];
  for (const [split, file] of await sampleFiles(samples)) {
    const read = await readMailSampleIds(file);
    const resolved = await resolveMailSamples(read.samples, openCorpus(mails), { file, profile });
    findings.push(...read.findings, ...resolved.findings);
    parts.set(split, resolved.samples.map(exampleOf));
  }
  refuseRejected(findings, request.allowRejected);
  const all = [...parts.values()].flat();
  if (all.length === 0) {
    throw new LonghandError(`${samples} leaves no example.`, { code: "no-examples" });
  }
  const setting = request.setting ?? "user";
  async function* examples(split: Split): AsyncGenerator<DatasetExample> {
    yield* parts.get(split) ?? [];
  }
  const inspected = await inspectContent({ task: emailTask, setting, profile, examples });
  const { quoting, ...content } = inspected;
  const card: DatasetCard = {
    v: 1,
    name: `email-${setting}`,
    task: emailTask.name,
    setting,
    profile,
    seed: 0,
    source: `${samples} over ${mails}`,
    options: {},
    funnel: [],
    counts: countsOf(findings, quoting),
    choices: [
      "Beginnings have the words that the sample ids say; the rest is joined by single spaces.",
    ],
    ...content,
  };
  await writeDataset(out, { card, task: emailTask, examples }, { replace });
  return card;
}

type Resolved = Awaited<ReturnType<typeof resolveMailSamples>>["samples"][number];

/** As a released row, so that people without an id are told apart as everywhere. */
function exampleOf({
  id,
  userId,
  mailId,
  title,
  prefix,
  output,
  profile,
}: Resolved): DatasetExample {
  return emailTask.readRow({
    id,
    ...(userId === undefined ? {} : { user_id: userId }),
    subject: title,
    input: emailTask.writeInput({ subject: title, prefix }),
    output,
    target_id: mailId,
    profile: profile.map((item) => ({ ...item, date: item.date === "" ? null : item.date })),
  });
}

const FILE_SPLITS: ReadonlyMap<string, Split> = new Map([
  ["train", "train"],
  ["dev", "validation"],
  ["val", "validation"],
  ["validation", "validation"],
  ["test", "test"],
]);

async function sampleFiles(path: string): Promise<Map<Split, string>> {
  const found = await stat(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const files = found.isDirectory()
    ? (await readdir(path)).filter((name) => name.endsWith(".json")).map((name) => join(path, name))
    : [path];
  const bySplit = new Map<Split, string>();
  for (const file of files.sort()) {
    const words = basename(file, ".json")
      .toLowerCase()
      .split(/[^a-z]+/);
    const split = words.flatMap((word) => FILE_SPLITS.get(word) ?? [])[0];
    if (split !== undefined) bySplit.set(split, file);
    else if (!found.isDirectory()) bySplit.set("test", file);
  }
  if (bySplit.size > 0) return bySplit;
  throw new LonghandError(`${path} holds no sample ids: no .json file named train, dev or test.`, {
    code: "no-dataset",
  });
}

const MAX_LISTED = 100;

function refuseRejected(findings: readonly CorpusFinding[], allowed: number): void {
  const rejected = findings.filter(({ outcome }) => outcome === "rejected");
  if (rejected.length <= allowed) return;
  const listed = rejected.slice(0, MAX_LISTED).map(findingLine).join("\n");
  throw new LonghandError(`${counted(rejected.length, "fault")} in the sample ids:\n${listed}`, {
    code: "rejected-samples",
    hint: `Mend them, or leave those samples out: --allow-rejected ${rejected.length}.`,
    details: { findings: rejected.slice(0, MAX_LISTED) },
  });
}

function countsOf(findings: readonly CorpusFinding[], quoting: number): Record<string, number> {
  const counts: Record<string, number> = { profilesQuotingTarget: quoting };
  for (const { reason } of findings) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
