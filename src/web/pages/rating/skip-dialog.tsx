import { type ReactNode, useState } from "react";
import type { SkipRequest } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { SelectField, TextArea } from "../../design/field.tsx";
import { FormFault } from "../people/form-fault.tsx";
import { useSkipLease } from "./rating-queries.ts";

const REASONS: Readonly<Record<SkipRequest["reason"], string>> = {
  "known-text": "I know this text, or who wrote it",
  distressing: "Its content distresses me",
  technical: "It is not shown properly",
  other: "Another reason",
};

/** Gives a text back, with a reason. */
export function SkipDialog({
  leaseId,
  onDone,
}: {
  /** Id of the lease. */
  readonly leaseId: string;
  /** Is told once it is given back. */
  readonly onDone: () => Promise<void>;
}): ReactNode {
  const [reason, setReason] = useState<SkipRequest["reason"]>("known-text");
  const [note, setNote] = useState("");
  const skip = useSkipLease(leaseId);
  const send = async (): Promise<void> => {
    await skip.mutateAsync({ reason, ...(note.trim() === "" ? {} : { note: note.trim() }) });
    await onDone();
  };
  return (
    <Dialog
      trigger={<Button tone="quiet">Skip this text…</Button>}
      title="Skip this text?"
      description="It goes to somebody else and does not come back to you. That is no fault of yours."
      actions={
        <Button
          tone="danger"
          busy={skip.isPending}
          onClick={() => {
            send().catch(() => undefined);
          }}
        >
          Skip it
        </Button>
      }
    >
      <div className="grid gap-4">
        <SelectField
          label="Why"
          value={reason}
          onChange={(event) => setReason(event.target.value as SkipRequest["reason"])}
        >
          {Object.entries(REASONS).map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="More about it (if you like)"
          rows={3}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormFault error={skip.error} />
      </div>
    </Dialog>
  );
}
