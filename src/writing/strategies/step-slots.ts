import type { BriefKind } from "../brief/brief.ts";
import { chosenSlots, SKELETONS, type SkeletonSlot } from "../plan/skeletons.ts";

/**
 * What usually belongs at each place of a flat list of steps: the parts of the kind's skeleton in their
 * order; where several steps share a part, the steps inside a part in turn.
 *
 * @param kind - Kind of document.
 * @param count - Steps, 1 or more.
 * @returns One slot per step.
 */
export function stepSlots(kind: BriefKind, count: number): SkeletonSlot[] {
  const { whole, inner } = SKELETONS[kind];
  const parts = chosenSlots(whole, Math.min(count, whole.length));
  return parts.flatMap((part, index) => {
    const first = Math.floor((index * count) / parts.length);
    const next = Math.floor(((index + 1) * count) / parts.length);
    if (next - first === 1) return [part];
    return Array.from({ length: next - first }, (_, step) => {
      const slot = inner[step % inner.length] ?? part;
      return { ...slot, heading: part.heading, brief: `${part.brief} ${slot.brief}` };
    });
  });
}
