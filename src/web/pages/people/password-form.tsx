import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { FormFault } from "./form-fault.tsx";

/** What a form that asks for the password is given. */
export interface PasswordFormProps {
  /** Words of its button. */
  readonly button: string;
  /** Whether what it started is under way. */
  readonly busy: boolean;
  /** Why it was refused; null for no fault. */
  readonly error: Error | null;
  /** Fields above the password. @defaultValue none */
  readonly children?: ReactNode;
  /** Is given the password. */
  readonly onSend: (password: string) => void;
}

/** Asks for the password before something that a browser left open must not do. */
export function PasswordForm(props: PasswordFormProps): ReactNode {
  const { button, busy, error, children, onSend } = props;
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend(password);
    setPassword("");
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className={children === undefined ? "" : "grid items-end gap-4 sm:grid-cols-2"}>
        {children}
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <FormFault error={error} />
      <div>
        <Button type="submit" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
