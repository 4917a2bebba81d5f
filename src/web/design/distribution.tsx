import type { ReactNode } from "react";

const BAR = { width: 10, gap: 2, height: 22 } as const;

/** How often each mark was given, from 1 on: bars, and the same in words for those who cannot see them. */
export function Distribution({ counts }: { readonly counts: readonly number[] }): ReactNode {
  const most = Math.max(1, ...counts);
  const width = counts.length * (BAR.width + BAR.gap);
  const words = counts.map((count, at) => `${at + 1}: ${count}`).join(", ");
  return (
    <svg
      role="img"
      aria-label={`How often each mark was given. ${words}`}
      width={width}
      height={BAR.height}
      viewBox={`0 0 ${width} ${BAR.height}`}
      className="inline-block text-accent"
    >
      <title>{words}</title>
      {counts
        .map((count, at) => ({ mark: at + 1, count }))
        .map(({ mark, count }) => {
          // A mark that nobody gave keeps a line, so that the five places can be told apart.
          const height = Math.max(1, (count / most) * BAR.height);
          return (
            <rect
              key={mark}
              x={(mark - 1) * (BAR.width + BAR.gap)}
              y={BAR.height - height}
              width={BAR.width}
              height={height}
              fill="currentColor"
            />
          );
        })}
    </svg>
  );
}
