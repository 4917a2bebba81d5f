import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BackupsView, backupsViewSchema } from "../../../records/index.ts";
import { readRecord } from "../../api/client.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { countFigure, timeFigure } from "../../design/figures.ts";
import { FactList } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";

/** How often the page asks again, in milliseconds. */
const ASK_EVERY_MS = 60_000;
const KIB = 1024;

/** Nightly backups: the last one, the next one, and what failed. */
export function BackupsCard(): ReactNode {
  const backups = useBackups();
  return (
    <Card
      title="Backups"
      hint="Taken by the server itself, every night."
      actions={<Standing view={backups.data} />}
    >
      <QueryView query={backups} what="The backups could not be looked up">
        {(view) => (view.plan === null ? <NoBackups /> : <Backups view={view} plan={view.plan} />)}
      </QueryView>
    </Card>
  );
}

function useBackups(): UseQueryResult<BackupsView> {
  return useQuery({
    queryKey: ["backups"],
    queryFn: ({ signal }) => readRecord({ path: "/backups", schema: backupsViewSchema, signal }),
    refetchInterval: ASK_EVERY_MS,
  });
}

function Standing({ view }: { readonly view: BackupsView | undefined }): ReactNode {
  if (view === undefined) return null;
  if (view.plan === null) return <Badge>none</Badge>;
  if (view.runningSinceMs !== null) return <Badge tone="accent">being written</Badge>;
  return view.lastFailure === null ? (
    <Badge tone="good">in order</Badge>
  ) : (
    <Badge tone="bad">failed</Badge>
  );
}

function NoBackups(): ReactNode {
  return (
    <p className="text-small text-muted">
      The server takes none. Start it with{" "}
      <code className="font-mono">longhand serve --backup-to FOLDER</code>, on another disk at best.
    </p>
  );
}

function Backups({
  view,
  plan,
}: {
  readonly view: BackupsView;
  readonly plan: NonNullable<BackupsView["plan"]>;
}): ReactNode {
  const { lastSuccess, lastFailure, nextMs } = view;
  const facts = [
    {
      label: "Last whole one",
      value: lastSuccess === null ? "none yet" : whenAndSize(lastSuccess),
    },
    { label: "Next one", value: nextMs === null ? "–" : timeFigure(nextMs) },
    { label: "Every night at", value: `${clockWords(plan.minute)} UTC` },
    { label: "Nights kept", value: countFigure(plan.keep) },
    { label: "Folder", value: plan.folder },
  ];
  return (
    <div className="grid gap-4">
      {lastFailure !== null && (
        <Notice tone="warn" title={`The backup of ${timeFigure(lastFailure.atMs)} failed`}>
          <p className="break-words">
            {lastFailure.message} It is tried again every hour; older backups stay until then.
          </p>
        </Notice>
      )}
      <FactList facts={facts} />
      <p className="text-small text-muted">
        References and keys lie in a file of their own: carry the two folders to different places.
        Whoever restores needs both.
      </p>
    </div>
  );
}

function whenAndSize({ atMs, bytes }: NonNullable<BackupsView["lastSuccess"]>): string {
  const mebibytes = bytes / KIB / KIB;
  const size =
    mebibytes < 1 ? `${countFigure(Math.ceil(bytes / KIB))} KiB` : `${mebibytes.toFixed(1)} MiB`;
  return `${timeFigure(atMs)}, ${size}`;
}

function clockWords(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
