import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeaseReply } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { ProgressBar } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";
import { FormFault } from "../people/form-fault.tsx";
import { HowToRate } from "./how-to-rate.tsx";
import { progressWords } from "./rate-page.tsx";
import { PROGRESS_KEY, useTakeLease } from "./rating-queries.ts";
import type { StageProps } from "./stage-props.ts";

/** Between two texts: how far one is, and the way to the next. */
export function NextText({ study, progress }: StageProps): ReactNode {
  const { studyId } = study;
  const { submitted, planned, activeLease, status } = progress;
  const take = useTakeLease(studyId);
  const navigate = useNavigate();
  const client = useQueryClient();
  const next = async (): Promise<void> => {
    const { lease } = await take.mutateAsync();
    if (lease === null) await client.invalidateQueries({ queryKey: PROGRESS_KEY });
    else {
      await navigate({
        to: "/rate/$studyId/texts/$leaseId",
        params: { studyId, leaseId: lease.id },
      });
    }
  };
  return (
    <>
      <Card title="Texts" hint={progressWords(progress)}>
        <div className="grid gap-4">
          <ProgressBar label="Texts handed in" share={planned === 0 ? 0 : submitted / planned} />
          {take.data !== undefined && <NoText reply={take.data} />}
          <FormFault error={take.error} />
          <div>
            <Button
              tone="primary"
              busy={take.isPending}
              disabled={status !== "open"}
              onClick={() => {
                next().catch(() => undefined);
              }}
            >
              {buttonWords(submitted, activeLease !== undefined)}
            </Button>
          </div>
          <p className="text-small text-muted">
            Take your time, and as many breaks as you like: place and answers are kept, and you can
            go on with another device.
          </p>
        </div>
      </Card>
      <details className="rounded-card border border-line bg-surface p-4" open={submitted === 0}>
        <summary className="font-semibold">How to rate</summary>
        <div className="mt-4">
          <HowToRate study={study} />
        </div>
      </details>
    </>
  );
}

function buttonWords(submitted: number, isActive: boolean): string {
  if (isActive) return "Go on reading";
  return submitted === 0 ? "Read the first text" : "Read the next text";
}

function NoText({ reply }: { readonly reply: LeaseReply }): ReactNode {
  if (reply.lease !== null) return null;
  const { reason, retryAfterSeconds } = reply;
  const minutes = Math.ceil((retryAfterSeconds ?? 0) / 60);
  switch (reason) {
    case "all-rated":
      return (
        <Notice title="You are through">
          <p>There is no further text for you.</p>
        </Notice>
      );
    case "nothing-now":
      return (
        <Notice title="No text at the moment">
          <p>
            Others are reading what is left. If one of them stops, it is yours: ask again
            {minutes > 1 ? ` in ${minutes} minutes or so` : " a little later"}.
          </p>
        </Notice>
      );
    case "not-open":
      return (
        <Notice title="Closed">
          <p>This study takes no ratings at the moment.</p>
        </Notice>
      );
  }
}
