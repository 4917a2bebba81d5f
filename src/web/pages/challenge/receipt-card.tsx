import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SubmissionReceipt } from "../../../records/index.ts";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FactList } from "../../design/key-figures.tsx";
import { STATE_TONES, STATE_WORDS, sizeFigure, utcFigure } from "./challenge-words.ts";
import { QuotaFigures } from "./quota-line.tsx";

interface ReceiptCardProps {
  readonly challengeId: string;
  readonly receipt: SubmissionReceipt;
  readonly onAnother: () => void;
}

/** What the server answered to an upload. */
export function ReceiptCard({ challengeId, receipt, onAnother }: ReceiptCardProps): ReactNode {
  const { data: viewer } = useViewer();
  const { id, sha256, bytes, receivedAtMs, state, quota } = receipt;
  return (
    <>
      <Card
        title="Your file has arrived"
        hint="Keep this receipt."
        actions={<Badge tone={STATE_TONES[state]}>{state}</Badge>}
      >
        <div className="grid grid-cols-1 gap-6">
          <p role="status">{STATE_WORDS[state]}</p>
          <FactList
            facts={[
              { label: "Number", value: <Code>{id}</Code> },
              { label: "SHA-256", value: <Code>{sha256}</Code> },
              { label: "Size", value: sizeFigure(bytes) },
              { label: "Upload began", value: utcFigure(receivedAtMs) },
            ]}
          />
          <div className="flex flex-wrap gap-2 no-print">
            {mayDo(viewer, "see-own-submissions") && (
              <Button asChild tone="primary">
                <Link
                  to="/challenges/$challengeId/submissions/$submissionId"
                  params={{ challengeId, submissionId: id }}
                >
                  Follow it
                </Link>
              </Button>
            )}
            <Button onClick={onAnother}>Submit another</Button>
          </div>
        </div>
      </Card>
      <QuotaFigures quota={quota} />
    </>
  );
}

function Code({ children }: { readonly children: string }): ReactNode {
  return <code className="font-mono text-mini break-all">{children}</code>;
}
