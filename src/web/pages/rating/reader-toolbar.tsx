import type { ReactNode } from "react";
import type { RaterStudy } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { CheckField } from "../../design/field.tsx";
import { HowToRate } from "./how-to-rate.tsx";
import { type ReaderSettings, SCALES } from "./reader-settings.ts";

/** What the tools of the reading page are given. */
export interface ReaderToolbarProps {
  /** The study. */
  readonly study: RaterStudy;
  /** How the reader likes texts. */
  readonly settings: ReaderSettings;
  /** Changes that. */
  readonly onChange: (changes: Partial<ReaderSettings>) => void;
}

/** Size of the type, the keys, and how to rate. */
export function ReaderToolbar({ study, settings, onChange }: ReaderToolbarProps): ReactNode {
  const place = SCALES.indexOf(settings.scale);
  const step = (by: number): void => onChange({ scale: SCALES[place + by] ?? 1 });
  return (
    <>
      <fieldset className="flex gap-1">
        <legend className="sr-only">Size of the type</legend>
        <Button aria-label="Smaller type" disabled={place <= 0} onClick={() => step(-1)}>
          <span className="text-mini">A</span>
        </Button>
        <Button
          aria-label="Larger type"
          disabled={place === SCALES.length - 1}
          onClick={() => step(1)}
        >
          <span className="text-title leading-none">A</span>
        </Button>
      </fieldset>
      <Dialog
        trigger={<Button>How to rate</Button>}
        title="How to rate"
        description="The instructions of this study, and what the marks mean."
      >
        <div className="grid gap-4">
          <HowToRate study={study} />
          <Keys settings={settings} onChange={onChange} />
        </div>
      </Dialog>
    </>
  );
}

function Keys({
  settings,
  onChange,
}: Pick<ReaderToolbarProps, "settings" | "onChange">): ReactNode {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Keys</h3>
      <ul className="grid gap-1 text-small">
        <li>
          <Key>1</Key> to <Key>5</Key> answer the marked question
        </li>
        <li>
          <Key>←</Key> <Key>→</Key> go to another question
        </li>
        <li>
          <Key>Space</Key> or <Key>Page ↓</Key> next screen, with <Key>Shift</Key> or{" "}
          <Key>Page ↑</Key> the one before
        </li>
      </ul>
      <CheckField
        label="Answer with 1 to 5 and the arrows"
        hint="Switch it off if your screen reader or voice control needs these keys."
        checked={settings.keys}
        onChange={(event) => onChange({ keys: event.target.checked })}
      />
      <CheckField
        label="Show what 1 to 5 mean below each question"
        checked={settings.anchors}
        onChange={(event) => onChange({ anchors: event.target.checked })}
      />
    </section>
  );
}

function Key({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className="rounded-small border border-edge bg-sunken px-2 font-mono text-mini">
      {children}
    </kbd>
  );
}
