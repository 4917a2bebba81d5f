import { basename, join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type {
  AutocorrelationRequest,
  AutocorrelationView,
  ExamplePage,
  ReportSection,
  RunComparison,
  RunExample,
  RunGrid,
  RunList,
  RunReport,
  RunView,
  WritingView,
} from "../../records/index.ts";
import { isFolderHeld } from "../../storage/index.ts";
import { type RunFolder, runFolderAt } from "../run/run-folder.ts";
import type { RunContext } from "../run-context.ts";
import { type ExamplePageOptions, examplePageOf } from "./example-page.ts";
import { keepLast } from "./keep-last.ts";
import { fileStamp } from "./line-table.ts";
import { RunLister, type RunListOptions } from "./list-runs.ts";
import { measureGivenTexts } from "./measure-given-texts.ts";
import type { SourceQuestion } from "./open-source.ts";
import { type ExampleOptions, readExample } from "./read-example.ts";
import { comparisonManifestOf, comparisonReport } from "./read-report.ts";
import { writingRevision } from "./read-writing.ts";
import { followRun, type RunFollower } from "./run-files.ts";
import { runStateOf } from "./run-state.ts";
import { runGridOf, runViewOf } from "./run-views.ts";
import { openSourceThread } from "./source-thread.ts";
import { compareInThread, readWritingInThread, reportInThread } from "./work-in-thread.ts";

/** Runs whose files stay found. */
const MOST_FOLLOWED = 16;
/** Documents that are kept. */
const MOST_WRITINGS = 4;
/** Comparisons that are kept. */
const MOST_COMPARISONS = 64;

/** Reports that are kept. */
const MOST_REPORTS = 16;

/** How runs are looked at. */
export interface RunBrowserOptions {
  /** Least time that a look at the files of runs holds, in milliseconds. @defaultValue 0 */
  readonly holdMs?: number;
}

/** Looks at runs without changing them: what pages show. */
export interface RunBrowser {
  /** One page of all runs, the newest first. */
  list(options: RunListOptions): Promise<RunList>;
  /** What a run is and how far it is. */
  run(id: string): Promise<RunView>;
  /** Its cells. */
  grid(id: string): Promise<RunGrid>;
  /** Texts of one of its cells. */
  examples(id: string, options: ExamplePageOptions): Promise<ExamplePage>;
  /** One text with everything that led to it. */
  example(id: string, options: ExampleOptions): Promise<RunExample>;
  /** Two runs, or cells as `RUN#CELL`, over the texts that both have. */
  compare(a: string, b: string): Promise<RunComparison>;
  /** A document: plan, text, facts, what is wrong. */
  writing(id: string): Promise<WritingView>;
  /** A number that grows with everything that is recorded of a document. */
  writingRevision(id: string): Promise<number>;
  /** Its results as tables: of an experiment, or of a comparison of ways of writing. */
  report(id: string): Promise<RunReport>;
  /** The autocorrelation of texts that were sent. */
  measure(request: AutocorrelationRequest): Promise<AutocorrelationView>;
  /** Ends the thread that reads datasets. */
  close(): Promise<void>;
}

/**
 * Opens a browser of runs. What has been read of a run is kept until its files change.
 *
 * @param context - Where runs, models and vectors are; the time; the wish to stop.
 * @param options - How long a look at files holds.
 * @returns The browser; it holds no file open.
 */
export function openRunBrowser(
  context: RunContext,
  { holdMs = 0 }: RunBrowserOptions = {},
): RunBrowser {
  const hold = { clock: context.clock, holdMs };
  const lister = new RunLister(context, hold);
  const followers = keepLast<RunFollower>(MOST_FOLLOWED);
  const sources = openSourceThread(context);
  const writings = keepLast<Promise<WritingView>>(MOST_WRITINGS);
  const comparisons = keepLast<Promise<RunComparison>>(MOST_COMPARISONS);
  const [reading, measuring] = [oneAtATime(), oneAtATime()];
  const folderOf = (id: string): Promise<RunFolder> => findRun(id, context);
  const follow = async (id: string): Promise<RunFollower> => {
    const folder = await folderOf(id);
    return followers.of(id, () => followRun(folder, hold));
  };
  return {
    list: (options) => lister.list(options),
    run: async (id) => {
      const files = await (await follow(id)).files();
      const pending = files.index.pending;
      const isDone = files.summary !== undefined && pending === 0;
      const { clock } = context;
      return runViewOf(files, await runStateOf({ path: files.folder.path, isDone, clock }));
    },
    grid: async (id) => runGridOf(await (await follow(id)).files()),
    examples: async (id, options) => {
      const { files, scores } = await (await follow(id)).scored();
      return await examplePageOf(files, scores, options);
    },
    example: async (id, options) => {
      const { files, scores, retrieval } = await (await follow(id)).grounded();
      const source = { read: (question: SourceQuestion) => sources.read(files.folder, question) };
      return await readExample(files, { scores, retrieval, source }, options);
    },
    compare: async (a, b) => {
      const stamps = [];
      for (const side of [a, b]) {
        const { summary } = await folderOf(side.split("#")[0] ?? "");
        stamps.push(`${side}|${await fileStamp(summary)}`);
      }
      const key = stamps.join("|");
      const found = comparisons.of(key, () => measuring(() => compareInThread({ a, b }, context)));
      found.catch(() => comparisons.drop(key));
      return await found;
    },
    writing: async (id) => {
      const { path } = await folderOf(id);
      const isHeld = await isFolderHeld(path, context.clock);
      // The whole journal is read and every fact compared: once for each state of the document.
      const key = `${id}|${await writingRevision(path)}|${isHeld}`;
      const found = writings.of(key, () => reading(() => readWritingInThread(path, context)));
      found.catch(() => writings.drop(key));
      return await found;
    },
    writingRevision: async (id) => writingRevision((await folderOf(id)).path),
    report: openReports({ context, follow, folderOf, measuring }),
    measure: (request) => measuring(() => measureGivenTexts(request, context)),
    close: () => sources.close(),
  };
}

interface ReportTools {
  readonly context: RunContext;
  readonly folderOf: (id: string) => Promise<RunFolder>;
  readonly follow: (id: string) => Promise<RunFollower>;
  readonly measuring: OneAtATime;
}

/** Makes reports; the tables of an experiment once for each of its summaries. */
function openReports({ context, folderOf, follow, measuring }: ReportTools): RunBrowser["report"] {
  const reports = keepLast<Promise<readonly ReportSection[]>>(MOST_REPORTS);
  return async (id) => {
    const folder = await folderOf(id);
    const comparison = await comparisonManifestOf(folder);
    if (comparison !== undefined) return await comparisonReport(folder, comparison, context);
    const { summary, index, manifest } = await (await follow(id)).files();
    const isDone = summary !== undefined && index.pending === 0;
    const state = await runStateOf({ path: folder.path, isDone, clock: context.clock });
    const key = `${id}|${await fileStamp(folder.summary)}`;
    const found = reports.of(key, () => measuring(() => reportInThread(id, context)));
    found.catch(() => reports.drop(key));
    return {
      id,
      name: manifest.experiment.name,
      kind: "experiment",
      state,
      sections: await found,
    };
  };
}

/** Only folders right below the folder of runs: a name is not a path. */
async function findRun(
  id: string,
  { runsFolder }: Pick<RunContext, "runsFolder">,
): Promise<RunFolder> {
  const isName =
    id !== "" && id !== "." && id !== ".." && !/[\\/\0]/.test(id) && basename(id) === id;
  const folder = runFolderAt(resolve(join(runsFolder, isName ? id : "-")), id);
  if (isName && (await fileStamp(folder.manifest)) !== "") return folder;
  throw new LonghandError(`There is no run ${id}.`, {
    code: "unknown-run",
    hint: "It may have been deleted or renamed; the list of runs shows what there is.",
  });
}

type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** Threads and word vectors take memory: one such work begins when the one before it has ended. */
function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
