import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RunExample } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Card } from "../../design/card.tsx";
import { classNames } from "../../design/class-names.ts";
import { countFigure } from "../../design/figures.ts";
import { Notice } from "../../design/notice.tsx";
import { ReadingText } from "../../design/reading.tsx";

/** A text beside its reference, and beside the text of another cell if one was chosen. */
export function TextPanels({
  example,
  other,
}: {
  /** The example in the chosen cell. */
  readonly example: RunExample;
  /** The same example in another cell; absent for none. */
  readonly other: UseQueryResult<RunExample> | undefined;
}): ReactNode {
  return (
    <div
      className={classNames(
        "grid items-start gap-4 [&>*]:min-w-0",
        other === undefined ? "lg:grid-cols-2" : "lg:grid-cols-3",
      )}
    >
      <Card title="Text" hint={hintOf(example)}>
        <TextOf example={example} />
      </Card>
      {other !== undefined && (
        <QueryView query={other} what="The other text could not be loaded">
          {(found) => (
            <Card title={`Text of ${found.cell}`} hint={hintOf(found)}>
              <TextOf example={found} />
            </Card>
          )}
        </QueryView>
      )}
      <Card title="Reference" hint="What the person wrote.">
        <ReferenceOf example={example} />
      </Card>
    </div>
  );
}

function hintOf({ text, call }: RunExample): string {
  const words = text === undefined ? 0 : text.split(/\s+/).filter(Boolean).length;
  if (call === undefined) return "No text.";
  const stopped = call.finishReason === "length" ? ", stopped at its limit" : "";
  return `${countFigure(words)} words, ${countFigure(call.promptTokens)} tokens read and ${countFigure(call.outputTokens)} written${stopped}.`;
}

function TextOf({ example: { text, failure, call } }: { readonly example: RunExample }): ReactNode {
  if (text === undefined) {
    return (
      <Notice
        tone="warn"
        title={failure === undefined ? "Not written yet" : `Failed: ${failure.reason}`}
      >
        <p>{failure?.message ?? "The run has not come to it, or was stopped before."}</p>
      </Notice>
    );
  }
  return (
    <div className="grid gap-3">
      {call?.passagesLost !== undefined && (
        <Notice tone="warn">
          <p>
            {call.passagesLost} passages were dropped or cut so that the prompt would fit; the
            prompt below shows them whole.
          </p>
        </Notice>
      )}
      {text.trim() === "" ? (
        <p className="text-muted">The text is empty.</p>
      ) : (
        <ReadingText text={text} />
      )}
    </div>
  );
}

function ReferenceOf({ example: { source } }: { readonly example: RunExample }): ReactNode {
  if (source.status === "available") return <ReadingText text={source.reference} />;
  return (
    <Notice tone="warn" title="The dataset cannot be read">
      <p>{source.message}</p>
    </Notice>
  );
}
