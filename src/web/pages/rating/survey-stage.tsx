import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { RaterStudy } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField, TextArea } from "../../design/field.tsx";
import { FormFault } from "../people/form-fault.tsx";
import { MARKS } from "./mark-words.ts";
import { PROGRESS_KEY, useSurvey } from "./rating-queries.ts";
import type { StageProps } from "./stage-props.ts";

type Answers = Readonly<Record<string, string | number>>;

/** A few questions after the last text; each may be left out. */
export function SurveyStage({ study }: StageProps): ReactNode {
  const { studyId, survey } = study;
  const [answers, setAnswers] = useState<Answers>({});
  const send = useSurvey(studyId);
  const client = useQueryClient();
  const finish = async (): Promise<void> => {
    await send.mutateAsync({ answers: given(answers) });
    await client.invalidateQueries({ queryKey: PROGRESS_KEY });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    finish().catch(() => undefined);
  };
  return (
    <Card title="A few questions" hint="All texts are handed in. Leave out what you like.">
      <form onSubmit={submit} className="grid max-w-prose gap-6">
        {survey.map((question) => (
          <SurveyField
            key={question.id}
            question={question}
            value={answers[question.id]}
            onChange={(value) => setAnswers({ ...answers, [question.id]: value })}
          />
        ))}
        {survey.length === 0 && <p>This study has no questions: one press, and you are done.</p>}
        <FormFault error={send.error} />
        <div>
          <Button type="submit" tone="primary" busy={send.isPending}>
            Finish
          </Button>
        </div>
      </form>
    </Card>
  );
}

function given(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([, value]) => typeof value === "number" || value.trim() !== ""),
  );
}

interface SurveyFieldProps {
  readonly question: RaterStudy["survey"][number];
  readonly value: string | number | undefined;
  readonly onChange: (value: string | number) => void;
}

function SurveyField({ question, value = "", onChange }: SurveyFieldProps): ReactNode {
  const { question: label, answer, choices = [] } = question;
  switch (answer) {
    case "text":
      return (
        <TextArea
          label={label}
          rows={3}
          maxLength={4000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "scale":
      return (
        <SelectField
          label={label}
          value={value}
          onChange={(event) =>
            onChange(event.target.value === "" ? "" : Number(event.target.value))
          }
        >
          <option value="">–</option>
          {MARKS.map((mark) => (
            <option key={mark}>{mark}</option>
          ))}
        </SelectField>
      );
    case "choice":
      return (
        <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">–</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
      );
  }
}
