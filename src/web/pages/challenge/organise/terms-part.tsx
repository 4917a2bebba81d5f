import { type ReactNode, useState } from "react";
import type { ChallengeView, TermsRequest } from "../../../../records/index.ts";
import { apiPath } from "../../../api/client.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { TextArea, TextField } from "../../../design/field.tsx";
import { ErrorPanel } from "../../../design/states.tsx";
import { useToast } from "../../../design/toast.tsx";
import { anyAnswer, useChallengeChange } from "../challenge-queries.ts";

/** A new version of the terms. */
export function TermsPart({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const [version, setVersion] = useState("");
  const [text, setText] = useState(challenge.terms.text);
  const show = useToast();
  const put = useChallengeChange(challenge.id, (body: TermsRequest) => ({
    method: "PUT",
    path: apiPath("challenges", challenge.id, "terms"),
    body,
    schema: anyAnswer,
  }));
  return (
    <Card
      title="New terms"
      hint={`In force: version ${challenge.terms.version}. Every team has to accept a new version before its next submission.`}
    >
      <form
        className="grid max-w-2xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          put.mutate(
            { version: version.trim(), text },
            {
              onSuccess: () => {
                show({ title: "New terms are in force" });
                setVersion("");
              },
            },
          );
        }}
      >
        <TextField
          label="Version"
          hint="Unlike all before."
          required
          maxLength={40}
          value={version}
          onChange={({ target }) => setVersion(target.value)}
        />
        <TextArea
          label="Terms"
          required
          rows={10}
          maxLength={100_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {put.error && <ErrorPanel error={put.error} what="The terms were not changed" />}
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={put.isPending}
            disabled={version.trim() === "" || text.trim() === ""}
          >
            Put them in force
          </Button>
        </div>
      </form>
    </Card>
  );
}
