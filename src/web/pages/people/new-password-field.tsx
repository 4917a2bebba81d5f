import { type ReactNode, useState } from "react";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";

/** Fewest characters of a password. */
const LEAST_PASSWORD = 10;

/** A new password, which can be made seen instead of being typed twice. */
export function NewPasswordField({
  label,
  value,
  onChange,
}: {
  /** Its name. */
  readonly label: string;
  /** What stands there. */
  readonly value: string;
  /** Is told each change. */
  readonly onChange: (value: string) => void;
}): ReactNode {
  const [isSeen, setIsSeen] = useState(false);
  const isShort = value !== "" && value.length < LEAST_PASSWORD;
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        hint={`At least ${LEAST_PASSWORD} characters, whatever they are: four words that have nothing to do with each other are good.`}
        {...(isShort ? { error: `${LEAST_PASSWORD - value.length} more, please.` } : {})}
        type={isSeen ? "text" : "password"}
        autoComplete="new-password"
        required
        minLength={LEAST_PASSWORD}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div>
        <Button small tone="quiet" aria-pressed={isSeen} onClick={() => setIsSeen(!isSeen)}>
          {isSeen ? "Hide it" : "Show it"}
        </Button>
      </div>
    </div>
  );
}
