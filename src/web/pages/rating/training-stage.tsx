import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { RaterStudy, TrainingReply } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FormFault } from "../people/form-fault.tsx";
import { LongText } from "./long-text.tsx";
import { MarkField } from "./mark-field.tsx";
import { PROGRESS_KEY, useTraining } from "./rating-queries.ts";
import { useReaderSettings } from "./reader-settings.ts";
import type { StageProps } from "./stage-props.ts";

/** A text to try the questions on; the organisers' answers follow, with reasons. */
export function TrainingStage({ study }: StageProps): ReactNode {
  const { training, language, dimensions, studyId } = study;
  const [{ scale }] = useReaderSettings();
  const [marks, setMarks] = useState<Readonly<Record<string, number>>>({});
  const compare = useTraining(studyId);
  const client = useQueryClient();
  const isComplete = dimensions.every(({ id }) => marks[id] !== undefined);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Card title="Training text" hint={training?.prompt ?? "This study has none."}>
        {training !== undefined && (
          <LongText text={training.text} language={language} scale={scale} />
        )}
      </Card>
      <Card title="Questions" hint="This is for practice: it counts for nothing.">
        <div className="grid gap-4">
          {dimensions.map((dimension) => (
            <MarkField
              key={dimension.id}
              dimension={dimension}
              value={marks[dimension.id]}
              anchors={compare.data === undefined}
              disabled={compare.data !== undefined}
              onMark={(value) => setMarks({ ...marks, [dimension.id]: value })}
            >
              <Explanation reply={compare.data} id={dimension.id} />
            </MarkField>
          ))}
          <FormFault error={compare.error} />
          {compare.data === undefined ? (
            <Button
              tone="primary"
              busy={compare.isPending}
              disabled={!isComplete}
              onClick={() => compare.mutate({ answers: marks })}
            >
              Compare with the organisers’ answers
            </Button>
          ) : (
            <Button
              tone="primary"
              onClick={() => {
                client.invalidateQueries({ queryKey: PROGRESS_KEY }).catch(() => undefined);
              }}
            >
              Begin with the texts
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}

function Explanation({
  reply,
  id,
}: {
  readonly reply: TrainingReply | undefined;
  readonly id: RaterStudy["dimensions"][number]["id"];
}): ReactNode {
  const found = reply?.explanations.find(({ dimension }) => dimension === id);
  if (found === undefined || found.expected === undefined) return null;
  const { given, expected, why } = found;
  return (
    <div
      role="status"
      className="grid justify-items-start gap-1 rounded-small bg-sunken p-3 text-small"
    >
      <Badge tone={given === expected ? "good" : "warn"}>
        {given === expected
          ? `The organisers say ${expected}, too`
          : `The organisers say ${expected}`}
      </Badge>
      {why !== undefined && <p>{why}</p>}
    </div>
  );
}
