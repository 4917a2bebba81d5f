import { type ReactNode, useId, useState } from "react";
import { Button } from "../../design/button.tsx";

/** A secret or an address to be carried elsewhere. */
export function CopyLine({
  label,
  text,
}: {
  /** What it is. */
  readonly label: string;
  /** The secret or address. */
  readonly text: string;
}): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  const id = useId();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <div role="status" className="grid gap-1">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
          className="min-h-11 min-w-0 flex-1 rounded-small border border-edge bg-sunken px-3 font-mono text-small"
        />
        <Button
          onClick={() => {
            // Without a clipboard the text can still be selected by hand.
            copy().catch(() => undefined);
          }}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
    </div>
  );
}
