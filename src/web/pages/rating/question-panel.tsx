import { type ReactNode, type RefObject, useState } from "react";
import type { RaterLease, RaterStudy } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { classNames } from "../../design/class-names.ts";
import { AnswerField } from "./answer-field.tsx";
import type { AnswerState, AnswerStore } from "./answer-store.ts";
import { LongText } from "./long-text.tsx";
import { ReaderNotices } from "./reader-notices.tsx";
import type { ReaderSettings } from "./reader-settings.ts";
import { SaveState } from "./save-state.tsx";
import { SubmitText } from "./submit-text.tsx";

/** What the questions beside the text are given. */
export interface QuestionPanelProps {
  /** The study. */
  readonly study: RaterStudy;
  /** The text. */
  readonly lease: RaterLease;
  /** Takes answers. */
  readonly store: AnswerStore;
  /** How the answers stand. */
  readonly state: AnswerState;
  /** How the reader likes texts. */
  readonly settings: ReaderSettings;
  /** Number of the question that keys answer. */
  readonly active: number;
  /** Goes to another question. */
  readonly onActive: (active: number) => void;
  /** Is told once the text is handed in. */
  readonly onDone: () => Promise<void>;
  /** The line that stays at the bottom of narrow windows. */
  readonly foot: RefObject<HTMLDivElement | null>;
}

type View = "questions" | "person";

/** The questions: beside the text in wide windows, below it as a sheet in narrow ones. */
export function QuestionPanel(props: QuestionPanelProps): ReactNode {
  const { lease, study, state, foot } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [view, setView] = useState<View>("questions");
  const given = study.dimensions.filter(({ id }) => state.byDimension.get(id)?.shown).length;
  return (
    <aside
      aria-label="Questions"
      className="fixed inset-x-0 bottom-0 z-20 grid border-t border-edge bg-surface shadow-floating lg:sticky lg:inset-x-auto lg:top-44 lg:bottom-auto lg:max-h-[calc(100vh-12rem)] lg:grid-rows-[auto_1fr] lg:rounded-card lg:border lg:border-line lg:shadow-raised no-print"
    >
      <div
        ref={foot}
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-1"
      >
        <div className="lg:hidden">
          <Button small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "▾ Questions" : "▴ Questions"}
            <Badge tone={given === study.dimensions.length ? "good" : "neutral"}>
              {given} of {study.dimensions.length}
            </Badge>
          </Button>
        </div>
        <div className="hidden items-center gap-2 lg:flex">
          <h2 className="font-semibold">Questions</h2>
          <Badge tone={given === study.dimensions.length ? "good" : "neutral"}>
            {given} of {study.dimensions.length}
          </Badge>
        </div>
        <SaveState state={state} />
      </div>
      <div
        data-scrolls
        className={classNames(
          "max-h-[65vh] grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto border-t border-line p-4 lg:grid lg:max-h-none",
          isOpen ? "grid" : "hidden",
        )}
      >
        {lease.reference !== undefined && <ViewSwitch view={view} onView={setView} />}
        <div className={view === "questions" ? "grid gap-4" : "hidden"}>
          <Questions {...props} />
        </div>
        {view === "person" && <PersonText lease={lease} study={study} settings={props.settings} />}
      </div>
    </aside>
  );
}

function Questions(props: QuestionPanelProps): ReactNode {
  const { study, lease, store, state, settings, active, onActive, onDone } = props;
  return (
    <>
      <ReaderNotices {...{ lease, store, state }} dimensions={study.dimensions} />
      {study.dimensions.map((dimension, place) => (
        <AnswerField
          key={dimension.id}
          dimension={dimension}
          answer={state.byDimension.get(dimension.id) ?? { status: "none" }}
          isOffline={state.isOffline}
          active={settings.keys && place === active}
          anchors={settings.anchors}
          store={store}
          onTurn={() => onActive(place)}
        />
      ))}
      <SubmitText {...{ lease, study, store, state, onDone }} />
    </>
  );
}

function ViewSwitch({
  view,
  onView,
}: {
  readonly view: View;
  readonly onView: (view: View) => void;
}): ReactNode {
  return (
    <div className="grid grid-cols-2 gap-1 rounded-small bg-sunken p-1">
      {(["questions", "person"] as const).map((one) => (
        <Button
          key={one}
          small
          tone={one === view ? "plain" : "quiet"}
          aria-pressed={one === view}
          onClick={() => onView(one)}
        >
          {one === "questions" ? "Questions" : "Written by a person"}
        </Button>
      ))}
    </div>
  );
}

function PersonText({
  lease: { reference },
  study,
  settings,
}: Pick<QuestionPanelProps, "lease" | "study" | "settings">): ReactNode {
  if (reference === undefined) return null;
  const { text, translatedFrom } = reference;
  return (
    <section aria-label="Written by a person" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-small text-muted">
        For comparison, written by a person from the same opening.
        {translatedFrom !== undefined && ` Translated from ${translatedFrom} by a machine.`} It is
        not rated here.
      </p>
      <LongText text={text} language={study.language} scale={Math.min(settings.scale, 1)} />
    </section>
  );
}
