import { type FormEvent, type ReactNode, useState } from "react";
import {
  CHALLENGE_DATE_NAMES,
  type ChallengeDateName,
  type ChallengeView,
  type DatesRequest,
} from "../../../../records/index.ts";
import { apiPath } from "../../../api/client.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { SelectField, TextArea, TextField } from "../../../design/field.tsx";
import { ErrorPanel } from "../../../design/states.tsx";
import { useToast } from "../../../design/toast.tsx";
import { anyAnswer, useChallengeChange } from "../challenge-queries.ts";
import { DATE_WORDS } from "../challenge-words.ts";
import { DateChanges, ScheduleCard } from "../schedule-card.tsx";

const FEWEST_CHARACTERS = 10;

/** The schedule, and moving a date of it with a reason. */
export function DatesPart({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScheduleCard dates={challenge.dates} />
      <MoveCard challenge={challenge} />
      <DateChanges changes={challenge.dateChanges} deviations={challenge.deviations} />
    </div>
  );
}

function MoveCard({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const [name, setName] = useState<ChallengeDateName>("submissionsClose");
  const [date, setDate] = useState("");
  const [reason, setReason] = useState("");
  const show = useToast();
  const move = useChallengeChange(challenge.id, (body: DatesRequest) => ({
    method: "PATCH",
    path: apiPath("challenges", challenge.id, "phases"),
    body,
    schema: anyAnswer,
  }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    move.mutate(
      { dates: { [name]: date.trim() }, reason: reason.trim() },
      {
        onSuccess: () => {
          show({ title: "Date moved" });
          setDate("");
          setReason("");
        },
      },
    );
  };
  const isReady = date.trim() !== "" && reason.trim().length >= FEWEST_CHARACTERS;
  return (
    <Card title="Move a date" hint="The reason stands on the challenge’s page and in the report.">
      <form className="grid max-w-2xl gap-4" onSubmit={submit}>
        <SelectField
          label="Date"
          value={name}
          onChange={({ target }) => setName(target.value as ChallengeDateName)}
        >
          {CHALLENGE_DATE_NAMES.map((choice) => (
            <option key={choice} value={choice}>
              {DATE_WORDS[choice]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="New date"
          hint={`Now ${challenge.dates[name].utc}, ${challenge.dates[name].aoe}. For instance 2027-05-07 AoE, 2027-05-07T18:00:00Z or 2027-05-07 18:00 Europe/Berlin.`}
          required
          maxLength={60}
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <TextArea
          label="Reason"
          hint={`${FEWEST_CHARACTERS} characters or more.`}
          required
          rows={3}
          minLength={FEWEST_CHARACTERS}
          maxLength={2_000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {move.error && <ErrorPanel error={move.error} what="The date was not moved" />}
        <div>
          <Button type="submit" tone="primary" busy={move.isPending} disabled={!isReady}>
            Move the date
          </Button>
        </div>
      </form>
    </Card>
  );
}
