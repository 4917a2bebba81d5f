import type { ProgressEvent } from "../pipeline/index.ts";
import type { ProgressLine } from "./progress-line.ts";

/**
 * Tells of progress as JSON lines, for programs that read them: one object a line with `event`, and for
 * a document a line for each part that is done.
 *
 * @param stream - Usually stderr.
 * @returns Takes news; nothing has to be cleared in the end.
 */
export function openJsonProgress(stream: { write(text: string): unknown }): ProgressLine {
  return {
    show: (event) => {
      const told = jsonOf(event);
      if (told !== undefined) stream.write(`${JSON.stringify(told)}\n`);
    },
    end: () => undefined,
  };
}

function jsonOf(event: ProgressEvent): unknown {
  if (event.kind !== "writing") {
    const { kind, ...rest } = event;
    return { event: kind, ...rest };
  }
  if (event.leaf === undefined) return undefined;
  // The plan is in the run's folder; lines stay small.
  const { nodes: _, ...progress } = event.read();
  return { event: "part", ...event.leaf, progress };
}
