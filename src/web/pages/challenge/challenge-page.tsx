import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChallengeView, PublicFile, ShownTrack } from "../../../records/index.ts";
import { apiAddress, apiPath } from "../../api/client.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { countFigure } from "../../design/figures.ts";
import { FactList, KeyFigures } from "../../design/key-figures.tsx";
import { paragraphsOf } from "../../design/reading.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { challengeRoute } from "./challenge-routes.tsx";
import { counted, sizeFigure } from "./challenge-words.ts";
import { DateChanges, ScheduleCard } from "./schedule-card.tsx";

/** What a challenge is about: task, dates, rules, terms, files. */
export function ChallengePage(): ReactNode {
  const { challengeId } = challengeRoute.useParams();
  return (
    <ChallengeFrame challengeId={challengeId}>
      {(challenge) => (
        <>
          <Figures challenge={challenge} />
          <Card title="The task">
            <PlainText text={challenge.description} />
          </Card>
          <ScheduleCard dates={challenge.dates} />
          <DateChanges changes={challenge.dateChanges} deviations={challenge.deviations} />
          {challenge.tracks.map((track) => (
            <TrackCard key={track.id} track={track} />
          ))}
          <div className="grid items-start gap-6 md:grid-cols-2 [&>*]:min-w-0">
            <RulesCard challenge={challenge} />
            <FilesCard challengeId={challengeId} files={challenge.files} />
          </div>
          <Card title="Terms" hint={`Version ${challenge.terms.version}`}>
            <PlainText text={challenge.terms.text} />
          </Card>
        </>
      )}
    </ChallengeFrame>
  );
}

/** A text of a person in paragraphs; only ever as text. */
export function PlainText({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="grid max-w-prose gap-3">
      {paragraphsOf(text).map((paragraph) => (
        <p key={paragraph.id} className="whitespace-pre-line">
          {paragraph.text}
        </p>
      ))}
    </div>
  );
}

function Figures({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const { teams, tracks, takesSubmissions, id, mine } = challenge;
  const items = tracks.reduce((sum, { testItems }) => sum + testItems, 0);
  return (
    <div className="grid gap-4">
      <KeyFigures
        figures={[
          { label: "Teams", value: countFigure(teams) },
          { label: tracks.length === 1 ? "Track" : "Tracks", value: countFigure(tracks.length) },
          { label: "Test items", value: countFigure(items) },
          { label: "Submissions", value: takesSubmissions ? "open" : "closed" },
        ]}
      />
      {takesSubmissions && mine?.organiser !== true && (
        <div className="flex flex-wrap gap-2 no-print">
          <Button asChild tone="primary">
            {mine?.team === undefined ? (
              <Link to="/challenges/$challengeId/take-part" params={{ challengeId: id }}>
                Take part
              </Link>
            ) : (
              <Link to="/challenges/$challengeId/submit" params={{ challengeId: id }}>
                Submit texts
              </Link>
            )}
          </Button>
        </div>
      )}
    </div>
  );
}

function TrackCard({ track }: { readonly track: ShownTrack }): ReactNode {
  const { title, kind, metrics, minWords, maxWords, developmentItems, testItems } = track;
  const most = maxWords === undefined ? "" : `, at most ${countFigure(maxWords)}`;
  return (
    <Card
      title={`Track: ${title}`}
      hint={
        kind === "open"
          ? "Open: prompts without references."
          : "With references: texts are compared with hidden ones."
      }
    >
      <div className="grid gap-4">
        <FactList
          facts={[
            { label: "Words of a text", value: `At least ${countFigure(minWords)}${most}` },
            { label: "Development items", value: countFigure(developmentItems) },
            { label: "Test items", value: countFigure(testItems) },
          ]}
        />
        <ul className="grid gap-2">
          {metrics.map(({ id, direction, primary, signature }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 text-small">
              <span className="font-medium">{id}</span>
              <span className="text-muted">
                {direction === "higher" ? "higher is better" : "lower is better"}
              </span>
              {primary === true && <Badge tone="accent">ranks the board</Badge>}
              {signature !== undefined && (
                <code className="min-w-0 font-mono text-mini break-all text-muted">
                  {signature}
                </code>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

const RULE_WORDS = {
  accept: "accepted, with a flag",
  reject: "the file is refused",
} as const;

function RulesCard({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const { quota, rules, approval } = challenge;
  return (
    <Card title="Rules">
      <FactList
        facts={[
          {
            label: "Quota of a team",
            value: `${quota.perDay} a day (from 00:00 UTC), ${quota.inAll} in all, ${quota.inProgress} in progress`,
          },
          { label: "Empty texts", value: RULE_WORDS[rules.empty] },
          { label: "Too short", value: RULE_WORDS[rules.belowMinWords] },
          { label: "Too long", value: RULE_WORDS[rules.aboveMaxWords] },
          {
            label: "Registration",
            value: approval ? "Each person is approved by the organisers" : "Open to everyone",
          },
          {
            label: "Deadlines",
            value:
              "The server’s clock decides, from the moment the upload began, if it ends within 15 minutes.",
          },
        ]}
      />
    </Card>
  );
}

function FilesCard({
  challengeId,
  files,
}: {
  readonly challengeId: string;
  readonly files: readonly PublicFile[];
}): ReactNode {
  return (
    <Card title="Files" hint={files.length === 0 ? undefined : counted(files.length, "file")}>
      {files.length === 0 ? (
        <p className="text-muted">Files appear here when their phase opens.</p>
      ) : (
        <ul className="grid gap-3">
          {files.map(({ name, title, bytes }) => (
            <li key={name} className="grid gap-1">
              <a
                href={apiAddress(apiPath("challenges", challengeId, "files", name))}
                download={name}
                className="w-fit font-medium text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
              >
                {name}
              </a>
              <span className="text-small text-muted">
                {title} · {sizeFigure(bytes)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
