import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type {
  ChallengeView,
  ShownTrack,
  SubmissionReceipt,
  SubmissionView,
} from "../../../records/index.ts";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Card } from "../../design/card.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { countFigure } from "../../design/figures.ts";
import { EmptyState } from "../../design/states.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { submitRoute } from "./challenge-routes.tsx";
import type { CheckTask } from "./check/check-file.ts";
import { NeedsTeam } from "./needs-team.tsx";
import { QuotaLine } from "./quota-line.tsx";
import { ReceiptCard } from "./receipt-card.tsx";
import { SubmitForm } from "./submit-form.tsx";

/** Takes a file, checks it here, sends it, and shows the receipt. */
export function SubmitPage(): ReactNode {
  const { challengeId } = submitRoute.useParams();
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page="Submit"
      hint="The file is checked here first, by the very rules of the server."
    >
      {(challenge) => (
        <NeedsTeam challenge={challenge}>
          <Submitting challenge={challenge} />
        </NeedsTeam>
      )}
    </ChallengeFrame>
  );
}

type ItemSet = SubmissionView["set"];

function Submitting({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const search = submitRoute.useSearch();
  const { data: viewer } = useViewer();
  const [system, setSystem] = useState("");
  const [receipt, setReceipt] = useState<SubmissionReceipt>();
  const track = challenge.tracks.find(({ id }) => id === search.track) ?? challenge.tracks[0];
  if (track === undefined) return <EmptyState title="No tracks">{null}</EmptyState>;
  if (receipt !== undefined) {
    return (
      <ReceiptCard
        challengeId={challenge.id}
        receipt={receipt}
        onAnother={() => setReceipt(undefined)}
      />
    );
  }
  if (!challenge.takesSubmissions) return <Closed challenge={challenge} />;
  const set = search.set ?? "test";
  return (
    <>
      {mayDo(viewer, "see-own-submissions") && <QuotaLine challengeId={challenge.id} />}
      <Card title="What you submit">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choices challenge={challenge} track={track} set={set} />
          <TextField
            label="Name of the system"
            hint="1 to 80 characters; it stands on the board beside the team."
            required
            maxLength={80}
            value={system}
            onChange={({ target }) => setSystem(target.value)}
          />
        </div>
      </Card>
      <SubmitForm
        key={`${track.id}/${set}`}
        challengeId={challenge.id}
        target={{ track: track.id, set, system: system.trim() }}
        rules={rulesOf(challenge, track, set)}
        idKey={track.kind === "open" ? "promptId" : "exampleId"}
        onReceipt={setReceipt}
      />
    </>
  );
}

function rulesOf(
  { rules }: ChallengeView,
  { itemIds, minWords, maxWords }: ShownTrack,
  set: ItemSet,
): CheckTask["rules"] {
  return {
    itemIds: itemIds[set],
    minWords,
    ...(maxWords === undefined ? {} : { maxWords }),
    rules,
  };
}

interface ChoicesProps {
  readonly challenge: ChallengeView;
  readonly track: ShownTrack;
  readonly set: ItemSet;
}

function Choices({ challenge, track, set }: ChoicesProps): ReactNode {
  const navigate = useNavigate({ from: submitRoute.fullPath });
  const go = (search: { readonly track: string; readonly set: ItemSet }): void => {
    navigate({ search, replace: true }).catch(() => undefined);
  };
  const { development, test } = track.itemIds;
  return (
    <>
      {challenge.tracks.length > 1 && (
        <SelectField
          label="Track"
          value={track.id}
          onChange={({ target }) => go({ track: target.value, set })}
        >
          {challenge.tracks.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Items"
        hint={
          set === "test"
            ? "Test items count on the board."
            : "Development items show all results, and count nowhere."
        }
        value={set}
        onChange={({ target }) => go({ track: track.id, set: target.value as ItemSet })}
      >
        <option value="test">Test ({countFigure(test.length)})</option>
        <option value="development">Development ({countFigure(development.length)})</option>
      </SelectField>
    </>
  );
}

function Closed({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const { phase, dates } = challenge;
  return (
    <EmptyState title="No submissions now">
      <p>
        {phase === "announced"
          ? `Submissions open ${dates.submissionsOpen.utc} (${dates.submissionsOpen.aoe}).`
          : `Submissions closed ${dates.submissionsClose.utc} (${dates.submissionsClose.aoe}).`}
      </p>
    </EmptyState>
  );
}
