import type { WritingProgress } from "../pipeline/index.ts";
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
  let seen: Pick<WritingProgress, "phase" | "nodes"> | undefined;
  const tell = (told: object): void => {
    stream.write(`${JSON.stringify(told)}\n`);
  };
  return {
    show: (event) => {
      if (event.kind !== "writing") {
        const { kind, ...rest } = event;
        return tell({ event: kind, ...rest });
      }
      // Most calls bring nothing to tell, and reading takes longer the longer the document is.
      const isPlanned = event.phase !== undefined && event.phase !== "plan";
      if (event.leaf === undefined && isPlanned && event.phase === seen?.phase) return;
      // The plan is in the run's folder; lines stay small.
      const { nodes, ...progress } = event.read();
      const { phase } = progress;
      const isNewPhase = seen?.phase !== phase;
      const isGrown = phase === "plan" && nodes.length > (seen?.nodes.length ?? 0);
      seen = { phase, nodes };
      if (event.leaf !== undefined) return tell({ event: "part", ...event.leaf, progress });
      if (isGrown) return tell({ event: "plan", planNodes: nodes.length, progress });
      if (isNewPhase) tell({ event: "phase", progress });
    },
    end: () => undefined,
  };
}
