import type { ProgressEvent, WritingProgress } from "../pipeline/index.ts";
import type { ProgressLine } from "./progress-line.ts";

/**
 * Tells of progress as JSON lines, for programs that read them: one object a line with `event`. Of a
 * document it tells `part` for each part that is done, `plan` whenever the plan has grown, and `phase`
 * when another kind of work begins.
 *
 * @param stream - Usually stderr.
 * @returns Takes news; nothing has to be cleared in the end.
 */
export function openJsonProgress(stream: { write(text: string): unknown }): ProgressLine {
  let seen: Seen | undefined;
  const tell = (told: object): void => {
    stream.write(`${JSON.stringify(told)}\n`);
  };
  return {
    show: (event) => {
      if (event.kind !== "writing") {
        const { kind, ...rest } = event;
        return tell({ event: kind, ...rest });
      }
      if (isOldNews(event, seen)) return;
      // The plan is in the run's folder; lines stay small.
      const { nodes, ...progress } = event.read();
      const before = seen;
      seen = { phase: progress.phase, planNodes: nodes.length };
      const what = newsOf(event, before, seen);
      if (what !== undefined) tell({ ...what, progress });
    },
    end: () => undefined,
  };
}

type WritingEvent = Extract<ProgressEvent, { readonly kind: "writing" }>;

/** What was told of a document last. */
interface Seen {
  readonly phase: WritingProgress["phase"];
  readonly planNodes: number;
}

/** Most calls bring nothing to tell, and reading takes longer the longer the document is. */
function isOldNews({ leaf, phase }: WritingEvent, seen: Seen | undefined): boolean {
  const isPlanned = phase !== undefined && phase !== "plan";
  return leaf === undefined && isPlanned && phase === seen?.phase;
}

function newsOf({ leaf }: WritingEvent, before: Seen | undefined, now: Seen): object | undefined {
  const { phase, planNodes } = now;
  if (leaf !== undefined) return { event: "part", ...leaf };
  if (phase === "plan" && planNodes > (before?.planNodes ?? 0)) return { event: "plan", planNodes };
  return phase === before?.phase ? undefined : { event: "phase" };
}
