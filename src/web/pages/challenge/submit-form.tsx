import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import {
  type SubmissionReceipt,
  type SubmissionVerdict,
  submissionReceiptSchema,
} from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import { apiPath, newIdempotencyKey } from "../../api/client.ts";
import { uploadFile } from "../../api/upload-file.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { countFigure } from "../../design/figures.ts";
import { ProgressBar } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";
import { ErrorPanel } from "../../design/states.tsx";
import { counted, sizeFigure, utcFigure } from "./challenge-words.ts";
import { type CheckTask, isArchive } from "./check/check-file.ts";
import { type FileCheck, useFileCheck } from "./check/use-file-check.ts";
import { DropZone } from "./drop-zone.tsx";
import { ProblemList } from "./problem-list.tsx";

/** What is submitted. */
export interface SubmitTarget {
  /** Track. */
  readonly track: string;
  /** Which items. */
  readonly set: "development" | "test";
  /** Name of the system. */
  readonly system: string;
}

interface SubmitFormProps {
  readonly challengeId: string;
  readonly target: SubmitTarget;
  readonly rules: CheckTask["rules"];
  /** Key of the ids in the file. */
  readonly idKey: "promptId" | "exampleId";
  readonly onReceipt: (receipt: SubmissionReceipt) => void;
}

/** Takes the file, shows what is wrong with it, sends it. */
export function SubmitForm(props: SubmitFormProps): ReactNode {
  const { challengeId, target, rules, idKey, onReceipt } = props;
  const { check, start, reset } = useFileCheck();
  const upload = useUpload(challengeId, onReceipt);
  const choose = (file: File | undefined): void => {
    upload.begin();
    if (file === undefined) reset();
    else start(file, rules);
  };
  return (
    <>
      <Card
        title="The file"
        hint={`One line for each of ${counted(rules.itemIds.length, "item")}: {"${idKey}": …, "text": …}`}
      >
        <div className="grid gap-4">
          <DropZone
            label="Drop a .jsonl or .zip file here"
            hint="At most 64 MiB, 1 MiB a text. It is checked on this machine before it is sent."
            accept=".jsonl,.zip"
            onFiles={([file]) => choose(file)}
          />
          <div aria-live="polite">
            <CheckView check={check} />
          </div>
          {check.state === "checked" && check.verdict.accepted && (
            <SendPart target={target} file={check.file} upload={upload} />
          )}
        </div>
      </Card>
      {check.state === "checked" && !check.verdict.accepted && <ProblemList {...check.verdict} />}
      <RefusedLines error={upload.error} />
    </>
  );
}

interface Upload {
  /** Forgets what was sent before: another file is meant. */
  readonly begin: () => void;
  readonly send: (target: SubmitTarget, file: File) => void;
  readonly isPending: boolean;
  readonly share: number;
  readonly error: Error | null;
}

function useUpload(challengeId: string, onReceipt: (receipt: SubmissionReceipt) => void): Upload {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const key = useRef(newIdempotencyKey());
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ target, file }: { readonly target: SubmitTarget; readonly file: File }) =>
      uploadFile({
        path: apiPath("challenges", challengeId, "submissions"),
        query: { ...target },
        file,
        contentType: isArchive(file.name) ? "application/zip" : "application/jsonl",
        idempotencyKey: key.current,
        schema: submissionReceiptSchema,
        onProgress: setShare,
      }),
    onSuccess: onReceipt,
    onSettled: () => client.invalidateQueries({ queryKey: ["challenges", challengeId] }),
  });
  return {
    begin: () => {
      key.current = newIdempotencyKey();
      setShare(0);
      reset();
    },
    send: (target, file) => mutate({ target, file }),
    isPending,
    share,
    error,
  };
}

function CheckView({ check }: { readonly check: FileCheck }): ReactNode {
  switch (check.state) {
    case "none":
      return null;
    case "checking":
      return (
        <div className="grid gap-2">
          <p className="text-small text-muted">Checking {check.file.name}…</p>
          <ProgressBar label="Checked" share={check.share} />
        </div>
      );
    case "failed":
      return <ErrorPanel error={check.message} what="The file could not be checked" />;
    case "checked":
      return <Verdict file={check.file} verdict={check.verdict} />;
  }
}

interface VerdictProps {
  readonly file: File;
  readonly verdict: SubmissionVerdict;
}

function Verdict({ file, verdict }: VerdictProps): ReactNode {
  const { accepted, items, emptyTexts, shortTexts, longTexts } = verdict;
  const name = `${file.name} (${sizeFigure(file.size)})`;
  if (!accepted) {
    return (
      <Notice tone="warn" title={`${name} is not in order`}>
        <p>Mend what is listed below and choose it again. Nothing was sent.</p>
      </Notice>
    );
  }
  const odd = [
    { count: emptyTexts, word: "empty" },
    { count: shortTexts, word: "shorter than asked for" },
    { count: longTexts, word: "longer than asked for" },
  ].filter(({ count }) => count > 0);
  return (
    <Notice tone={odd.length > 0 ? "warn" : "info"} title={`${name} is in order`}>
      <p>All {countFigure(items)} items have a text.</p>
      {odd.map(({ count, word }) => (
        <p key={word}>
          {countFigure(count)} {count === 1 ? "is" : "are"} {word}: accepted, but flagged.
        </p>
      ))}
    </Notice>
  );
}

interface SendPartProps {
  readonly target: SubmitTarget;
  readonly file: File;
  readonly upload: Upload;
}

function SendPart({ target, file, upload }: SendPartProps): ReactNode {
  return (
    <div className="grid gap-3">
      {target.system === "" && (
        <p className="text-small font-medium text-bad">Name the system above first.</p>
      )}
      {upload.isPending && <ProgressBar label="Sent" share={upload.share} />}
      {upload.error !== null && <RefusedPanel error={upload.error} />}
      <div>
        <Button
          tone="primary"
          busy={upload.isPending}
          disabled={target.system === ""}
          onClick={() => upload.send(target, file)}
        >
          {upload.isPending ? "Sending…" : "Submit"}
        </Button>
      </div>
    </div>
  );
}

function RefusedPanel({ error }: { readonly error: Error }): ReactNode {
  const next = error instanceof ApiFault ? error.details?.["nextSlotMs"] : undefined;
  return (
    <>
      <ErrorPanel error={error} what="The submission was not taken" />
      {typeof next === "number" && (
        <p className="text-small text-muted">Next free slot: {utcFigure(next)}</p>
      )}
    </>
  );
}

/** Problems that only the server found. */
function RefusedLines({ error }: { readonly error: Error | null }): ReactNode {
  if (!(error instanceof ApiFault)) return null;
  const problems = error.details?.["problems"];
  if (!Array.isArray(problems) || problems.length === 0) return null;
  return <ProblemList problems={problems} problemCount={problems.length} />;
}
