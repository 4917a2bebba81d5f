import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import {
  type ChallengeCheckView,
  type CheckedText,
  challengeCheckViewSchema,
  challengeViewSchema,
} from "../../../../records/index.ts";
import { sendChange } from "../../../api/client.ts";
import { mayDo, useViewer } from "../../../api/viewer.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { CheckField } from "../../../design/field.tsx";
import { PageHeader } from "../../../design/page-header.tsx";
import { ErrorPanel } from "../../../design/states.tsx";
import { DropZone } from "../drop-zone.tsx";
import { ProblemList } from "../problem-list.tsx";
import { SignInFirst } from "../sign-in-first.tsx";

/** Makes a challenge of a challenge file, after showing what it can prove. */
export function CreatePage(): ReactNode {
  const { data: viewer } = useViewer();
  return (
    <>
      <PageHeader
        title="New challenge"
        hint="From a challenge file and the files of items that it names. Nothing is fixed before you have seen what it can prove."
        crumbs={[{ label: "Challenges", to: "/challenges" }]}
      />
      {viewer !== undefined && !mayDo(viewer, "run-challenge") ? (
        <SignInFirst as="organiser">
          <p>Challenges are made by organisers.</p>
        </SignInFirst>
      ) : (
        <Creating />
      )}
    </>
  );
}

const isChallengeFile = ({ name }: CheckedText): boolean => /\.(?:ya?ml|json)$/i.test(name);

function Creating(): ReactNode {
  const [files, setFiles] = useState<readonly CheckedText[]>([]);
  const check = useMutation({
    mutationFn: (given: readonly CheckedText[]) => {
      const [challenge] = given.filter(isChallengeFile);
      return sendChange({
        method: "POST",
        path: "/challenges/check",
        body: { challenge, items: given.filter((file) => !isChallengeFile(file)) },
        schema: challengeCheckViewSchema,
      });
    },
  });
  const add = async (given: readonly File[]): Promise<void> => {
    const read = await Promise.all(
      given.map(async (file) => ({ name: file.name, text: await file.text() })),
    );
    const names = new Set(read.map(({ name }) => name));
    // A challenge file takes the place of the one before, whatever it is called.
    const isReplaced = (file: CheckedText): boolean =>
      names.has(file.name) || (isChallengeFile(file) && read.some(isChallengeFile));
    check.reset();
    setFiles([...files.filter((file) => !isReplaced(file)), ...read]);
  };
  return (
    <>
      <Card title="Files">
        <div className="grid gap-4">
          <DropZone
            label="Drop the challenge file (.yaml) and its items (.jsonl) here"
            hint="All at once or one after the other. The same format as for longhand leaderboard create."
            accept=".yaml,.yml,.json,.jsonl"
            multiple
            onFiles={(given) => {
              add(given).catch(() => undefined);
            }}
          />
          <FileList files={files} />
          {check.error && <ErrorPanel error={check.error} what="The files could not be checked" />}
          <div>
            <Button
              tone={check.data?.challenge === undefined ? "primary" : "plain"}
              busy={check.isPending}
              disabled={!files.some(isChallengeFile)}
              onClick={() => check.mutate(files)}
            >
              {check.isPending ? "Checking…" : "Check"}
            </Button>
          </div>
        </div>
      </Card>
      {check.data !== undefined && <Outcome outcome={check.data} />}
    </>
  );
}

function FileList({ files }: { readonly files: readonly CheckedText[] }): ReactNode {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Chosen files" className="grid gap-2">
      {files.map((file) => (
        <li key={file.name} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-mono text-small break-all">{file.name}</span>
          <Badge>{isChallengeFile(file) ? "challenge file" : "items"}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ outcome }: { readonly outcome: ChallengeCheckView }): ReactNode {
  const { problems, advice } = outcome;
  const [accepts, setAccepts] = useState(false);
  if (problems.length > 0)
    return <ProblemList problems={problems} problemCount={problems.length} />;
  const isWeak = advice.some(({ possible }) => !possible);
  return (
    <Card title="What it can prove, and what it costs" hint="Before anything is fixed.">
      <div className="grid grid-cols-1 gap-6">
        {advice.map(({ track, possible, text }) => (
          <div key={track} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              Track {track}
              <Badge tone={possible ? "good" : "warn"}>
                {possible ? "systems can be separated" : "nothing can be separated"}
              </Badge>
            </p>
            {text.map((sentence) => (
              <p key={sentence} className="max-w-prose">
                {sentence}
              </p>
            ))}
          </div>
        ))}
        {isWeak && (
          <CheckField
            label="I accept the low power"
            hint="No outcome could separate the expected systems. The report will say so."
            checked={accepts}
            onChange={({ target }) => setAccepts(target.checked)}
          />
        )}
        <CreateButton outcome={outcome} disabled={isWeak && !accepts} />
      </div>
    </Card>
  );
}

interface CreateButtonProps {
  readonly outcome: ChallengeCheckView;
  readonly disabled: boolean;
}

function CreateButton({ outcome: { challenge, items }, disabled }: CreateButtonProps): ReactNode {
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      sendChange({
        method: "POST",
        path: "/challenges",
        body: { challenge, items },
        schema: challengeViewSchema,
      }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ["challenges"] });
      await navigate({ to: "/challenges/$challengeId/organise", params: { challengeId: id } });
    },
  });
  return (
    <div className="grid gap-3">
      {create.error && <ErrorPanel error={create.error} what="The challenge was not created" />}
      <div>
        <Button
          tone="primary"
          busy={create.isPending}
          disabled={disabled}
          onClick={() => create.mutate()}
        >
          Create the challenge
        </Button>
      </div>
    </div>
  );
}
