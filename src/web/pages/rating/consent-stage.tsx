import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ConsentRequest } from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CheckField, SelectField } from "../../design/field.tsx";
import { FormFault } from "../people/form-fault.tsx";
import { PROGRESS_KEY, useConsent } from "./rating-queries.ts";
import type { StageProps } from "./stage-props.ts";

type Level = NonNullable<ConsentRequest["languageLevel"]>;

const LEVELS: Readonly<Record<Level, string>> = {
  native: "It is my first language",
  fluent: "As easily as my first language",
  good: "Well, now and then I look something up",
  basic: "With effort",
};

/** What to agree to, and how well one reads the language. */
export function ConsentStage({ study }: StageProps): ReactNode {
  const { studyId, consent, language } = study;
  const [isAgreed, setIsAgreed] = useState(false);
  const [level, setLevel] = useState<Level | "">("");
  const agree = useConsent(studyId);
  const client = useQueryClient();
  const send = async (): Promise<void> => {
    try {
      await agree.mutateAsync({
        version: consent.version,
        ...(level === "" ? {} : { languageLevel: level }),
      });
    } catch (error) {
      // The wording changed while it was read: it is shown anew.
      if (error instanceof ApiFault && error.status === 409) {
        await client.invalidateQueries({ queryKey: ["ratings", "studies", studyId] });
      }
      throw error;
    }
    await client.invalidateQueries({ queryKey: PROGRESS_KEY });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send().catch(() => undefined);
  };
  return (
    <Card title="Consent" hint={`Version ${consent.version}`}>
      <form onSubmit={submit} className="grid gap-6">
        <p className="max-w-prose whitespace-pre-line">{consent.text}</p>
        <div className="max-w-md">
          <SelectField
            label={`How well do you read ${languageName(language)}?`}
            value={level}
            onChange={(event) => setLevel(event.target.value as Level | "")}
          >
            <option value="">I would rather not say</option>
            {Object.entries(LEVELS).map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
        <CheckField
          label="I have read this and agree"
          checked={isAgreed}
          onChange={(event) => setIsAgreed(event.target.checked)}
        />
        <FormFault error={agree.error} />
        <div>
          <Button type="submit" tone="primary" busy={agree.isPending} disabled={!isAgreed}>
            Go on
          </Button>
        </div>
      </form>
    </Card>
  );
}

function languageName(language: string): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
}
