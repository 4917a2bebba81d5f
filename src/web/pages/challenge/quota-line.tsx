import type { ReactNode } from "react";
import type { QuotaView } from "../../../records/index.ts";
import { countFigure } from "../../design/figures.ts";
import { KeyFigures } from "../../design/key-figures.tsx";
import { ErrorPanel, Skeleton } from "../../design/states.tsx";
import { useSubmissions } from "./challenge-queries.ts";
import { utcFigure } from "./challenge-words.ts";

/** What a team may still submit, asked for. */
export function QuotaLine({ challengeId }: { readonly challengeId: string }): ReactNode {
  const { data, error, refetch } = useSubmissions(challengeId, true);
  const quota = data?.pages[0]?.quota;
  if (quota !== undefined) return <QuotaFigures quota={quota} />;
  if (error === null) return <Skeleton lines={2} />;
  const retry = (): void => {
    refetch().catch(() => undefined);
  };
  return <ErrorPanel error={error} what="The quota could not be loaded" onRetry={retry} />;
}

/** What a team may still submit. */
export function QuotaFigures({ quota }: { readonly quota: QuotaView }): ReactNode {
  const { leftToday, leftInAll, leftInProgress, nextSlotMs } = quota;
  return (
    <KeyFigures
      figures={[
        { label: "Left today", value: countFigure(leftToday) },
        { label: "Left in all", value: countFigure(leftInAll) },
        { label: "May be in progress", value: countFigure(leftInProgress) },
        {
          label: "Next free slot",
          value: (
            <span className="text-base">
              {nextSlotMs === undefined ? "none left" : slotFigure(quota, nextSlotMs)}
            </span>
          ),
        },
      ]}
    />
  );
}

function slotFigure({ leftToday, leftInProgress }: QuotaView, nextSlotMs: number): string {
  return leftToday > 0 && leftInProgress > 0 ? "now" : utcFigure(nextSlotMs);
}
