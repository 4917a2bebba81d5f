import { type ReactNode, useState } from "react";
import {
  type ChallengeView,
  type ResourceQuestion,
  type SubmissionMeta,
  type SubmissionView,
  submissionViewSchema,
} from "../../../records/index.ts";
import { apiPath } from "../../api/client.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { TextArea, TextField } from "../../design/field.tsx";
import { ErrorPanel } from "../../design/states.tsx";
import { useToast } from "../../design/toast.tsx";
import { useChallengeChange } from "./challenge-queries.ts";

interface DeclarationCardProps {
  readonly challenge: ChallengeView;
  readonly submission: SubmissionView;
}

/** What a team says about models, data and code behind a submission. */
export function DeclarationCard({ challenge, submission }: DeclarationCardProps): ReactNode {
  const { id, declared, system, meta } = submission;
  // What is typed here stands before what was saved, which may come later than the form.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [typedUrl, setTypedUrl] = useState<string>();
  const [typedLicence, setTypedLicence] = useState<string>();
  const answers = { ...meta?.declaration, ...typed };
  const codeUrl = typedUrl ?? meta?.codeUrl ?? "";
  const textLicence = typedLicence ?? meta?.textLicence ?? "";
  const show = useToast();
  const save = useChallengeChange(challenge.id, (given: SubmissionMeta) => ({
    method: "PUT",
    path: apiPath("challenges", challenge.id, "submissions", id, "meta"),
    body: given,
    schema: submissionViewSchema,
  }));
  return (
    <Card
      title="Declaration of resources"
      hint="Asked of every submission before it can be selected; printed in the report."
      actions={
        <Badge tone={declared ? "good" : "warn"}>{declared ? "complete" : "incomplete"}</Badge>
      }
    >
      <form
        className="grid max-w-2xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(metaOf({ system, answers, codeUrl, textLicence }), {
            onSuccess: () => show({ title: "Declaration saved" }),
          });
        }}
      >
        {challenge.resourceQuestions.map((question) => (
          <Question
            key={question.id}
            question={question}
            answer={answers[question.id] ?? ""}
            onAnswer={(answer) => setTyped({ ...typed, [question.id]: answer })}
          />
        ))}
        <TextField
          label="Address of the code"
          hint="Optional; begins with https:// or http://."
          type="url"
          maxLength={500}
          value={codeUrl}
          onChange={({ target }) => setTypedUrl(target.value)}
        />
        <TextField
          label="Licence of the texts"
          hint="Optional, for instance CC BY 4.0. With a licence your texts go into the archive of the challenge; without one they are not passed on."
          maxLength={120}
          value={textLicence}
          onChange={({ target }) => setTypedLicence(target.value)}
        />
        {save.error && <ErrorPanel error={save.error} what="The declaration was not saved" />}
        <div>
          <Button type="submit" busy={save.isPending}>
            {declared ? "Replace the declaration" : "Save the declaration"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface QuestionProps {
  readonly question: ResourceQuestion;
  readonly answer: string;
  readonly onAnswer: (answer: string) => void;
}

function Question({ question, answer, onAnswer }: QuestionProps): ReactNode {
  const isRequired = question.required !== false;
  return (
    <TextArea
      label={question.question}
      {...(isRequired ? {} : { hint: "Optional." })}
      rows={3}
      required={isRequired}
      maxLength={4_000}
      value={answer}
      onChange={({ target }) => onAnswer(target.value)}
    />
  );
}

function metaOf({
  system,
  answers,
  codeUrl,
  textLicence,
}: {
  readonly system: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly codeUrl: string;
  readonly textLicence: string;
}): SubmissionMeta {
  const given = Object.entries(answers)
    .map(([id, answer]) => [id, answer.trim()] as const)
    .filter(([, answer]) => answer !== "");
  return {
    system,
    ...(given.length === 0 ? {} : { declaration: Object.fromEntries(given) }),
    ...(codeUrl === "" ? {} : { codeUrl }),
    ...(textLicence.trim() === "" ? {} : { textLicence: textLicence.trim() }),
  };
}
