import { type ReactNode, useState } from "react";
import { z } from "zod";
import {
  type ChallengeView,
  type LineProblem,
  type ReferenceLine,
  referenceLineSchema,
  type ShownTrack,
} from "../../../../records/index.ts";
import { apiPath } from "../../../api/client.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { countFigure } from "../../../design/figures.ts";
import { Notice } from "../../../design/notice.tsx";
import { EmptyState, ErrorPanel } from "../../../design/states.tsx";
import { useToast } from "../../../design/toast.tsx";
import { useChallengeChange } from "../challenge-queries.ts";
import { DropZone } from "../drop-zone.tsx";
import { ProblemList } from "../problem-list.tsx";
import { readJsonLines } from "./read-json-lines.ts";

/** Hidden references: they go in, and never come out. */
export function ReferencesPart({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const tracks = challenge.tracks.filter(({ kind }) => kind === "reference");
  if (tracks.length === 0) {
    return (
      <EmptyState title="No track has references">
        <p>All tracks of this challenge are open: prompts without references.</p>
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Notice title="Nobody can download references">
        <p>
          They are sealed on arrival; only the scoring process can open them. New references start a
          scoring of everything; the board switches once all of it is done.
        </p>
      </Notice>
      {tracks.map((track) => (
        <TrackReferences key={track.id} challengeId={challenge.id} track={track} />
      ))}
    </div>
  );
}

interface ReadFile {
  readonly name: string;
  readonly lines: readonly ReferenceLine[];
  readonly problems: readonly LineProblem[];
}

interface TrackReferencesProps {
  readonly challengeId: string;
  readonly track: ShownTrack;
}

const replySchema: z.ZodType<{ readonly rescoring: boolean }> = z.object({
  rescoring: z.boolean(),
});

function TrackReferences({ challengeId, track }: TrackReferencesProps): ReactNode {
  const [file, setFile] = useState<ReadFile>();
  const show = useToast();
  const put = useChallengeChange(challengeId, (references: readonly ReferenceLine[]) => ({
    method: "PUT",
    path: apiPath("challenges", challengeId, "references"),
    query: { track: track.id },
    body: { references },
    schema: replySchema,
  }));
  const read = async (given: File | undefined): Promise<void> => {
    if (given === undefined) return;
    put.reset();
    const { values, problems } = readJsonLines(await given.text(), referenceLineSchema);
    setFile({ name: given.name, lines: values, problems });
  };
  const send = (lines: readonly ReferenceLine[]): void =>
    put.mutate(lines, {
      onSuccess: ({ rescoring }) => {
        show({
          title: "References are in force",
          ...(rescoring ? { text: "Everything is being scored again." } : {}),
        });
        setFile(undefined);
      },
    });
  return (
    <Card title={`Track: ${track.title}`}>
      <div className="grid gap-4">
        <DropZone
          label={`References of ${track.title}`}
          hint={'JSON Lines, one for each item: {"itemId": …, "reference": …}'}
          accept=".jsonl"
          onFiles={([given]) => {
            read(given).catch(() => undefined);
          }}
        />
        {file !== undefined && file.problems.length > 0 && (
          <ProblemList problems={file.problems} problemCount={file.problems.length} />
        )}
        {put.error && <ErrorPanel error={put.error} what="The references were not taken" />}
        {file !== undefined && file.problems.length === 0 && (
          <div className="flex flex-wrap items-center gap-3">
            <p>
              {file.name}: {countFigure(file.lines.length)} references.
            </p>
            <Button tone="primary" busy={put.isPending} onClick={() => send(file.lines)}>
              Put them in force
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
