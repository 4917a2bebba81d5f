import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { classNames } from "./class-names.ts";

/** What every field of a form has. */
export interface FieldProps {
  /** Its name, always seen. */
  readonly label: string;
  /** What to write there. */
  readonly hint?: string;
  /** What is wrong with what stands there. */
  readonly error?: string;
}

const CONTROL =
  "w-full rounded-small border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-bad";

function Field({
  label,
  hint,
  error,
  control,
}: FieldProps & {
  readonly control: (parts: {
    readonly id: string;
    readonly "aria-describedby"?: string;
    readonly "aria-invalid"?: true;
  }) => ReactNode;
}): ReactNode {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {control({
        id,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(error === undefined ? {} : { "aria-invalid": true as const }),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-small font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** A line of text. */
export function TextField(props: FieldProps & InputHTMLAttributes<HTMLInputElement>): ReactNode {
  const { field, control } = partsOf(props);
  return (
    <Field
      {...field}
      control={(parts) => (
        <input {...control} {...parts} className={classNames(CONTROL, "min-h-11")} />
      )}
    />
  );
}

/** A text of several lines. */
export function TextArea(
  props: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>,
): ReactNode {
  const { field, control } = partsOf(props);
  return (
    <Field
      {...field}
      control={(parts) => <textarea rows={8} {...control} {...parts} className={CONTROL} />}
    />
  );
}

/** One of a few. */
export function SelectField(
  props: FieldProps & SelectHTMLAttributes<HTMLSelectElement>,
): ReactNode {
  const { field, control } = partsOf(props);
  return (
    <Field
      {...field}
      control={(parts) => (
        <select {...control} {...parts} className={classNames(CONTROL, "min-h-11")} />
      )}
    />
  );
}

/** Yes or no. */
export function CheckField({
  label,
  hint,
  ...input
}: Omit<FieldProps, "error"> & InputHTMLAttributes<HTMLInputElement>): ReactNode {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        {...input}
        id={id}
        className="mt-1 size-4 shrink-0 accent-accent"
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** What belongs to the field, and what belongs to the control within it. */
function partsOf<Props extends FieldProps>({
  label,
  hint,
  error,
  ...control
}: Props): { readonly field: FieldProps; readonly control: Omit<Props, keyof FieldProps> } {
  return {
    field: {
      label,
      ...(hint === undefined ? {} : { hint }),
      ...(error === undefined ? {} : { error }),
    },
    control,
  };
}
