import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RaterLease, RaterStudy } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Button } from "../../design/button.tsx";
import { countFigure } from "../../design/figures.ts";
import { Notice } from "../../design/notice.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { useToast } from "../../design/toast.tsx";
import { openAnswerShelf } from "./answer-shelf.ts";
import { LongText } from "./long-text.tsx";
import { PinnedPrompt } from "./pinned-prompt.tsx";
import type { PlaceKeeper } from "./place-keeper.ts";
import { QuestionPanel } from "./question-panel.tsx";
import { leaseKey, PROGRESS_KEY, useLease, useRaterStudy } from "./rating-queries.ts";
import { readingRoute } from "./rating-routes.tsx";
import { LeaseOver } from "./reader-notices.tsx";
import { useReaderSettings } from "./reader-settings.ts";
import { ReaderToolbar } from "./reader-toolbar.tsx";
import { goToPlace, isFar } from "./reading-place.ts";
import { SkipDialog } from "./skip-dialog.tsx";
import { textParts } from "./text-parts.ts";
import { useAnswers } from "./use-answers.ts";
import { type ReaderElements, readingEdges, usePlace } from "./use-place.ts";
import { usePaging, useReaderKeys } from "./use-reader-keys.ts";

/** One text with its questions. */
export function ReadingPage(): ReactNode {
  const { studyId, leaseId } = readingRoute.useParams();
  const study = useRaterStudy(studyId);
  const lease = useLease(leaseId);
  return (
    <QueryView query={lease} what="The text could not be loaded">
      {(text) => (
        <QueryView query={study} what="The study could not be loaded">
          {(its) =>
            text.status === "active" ? (
              <Reader key={text.id} study={its} lease={text} />
            ) : (
              <Ended lease={text} />
            )
          }
        </QueryView>
      )}
    </QueryView>
  );
}

const ENDINGS = {
  complete: ["You have handed this text in", "Your answers are safe. Go on with the next one."],
  skipped: ["You have skipped this text", "Somebody else reads it. Go on with the next one."],
} as const;

function Ended({ lease }: { readonly lease: RaterLease }): ReactNode {
  const { status, studyId, number } = lease;
  if (status !== "complete" && status !== "skipped") {
    return (
      <>
        <PageHeader title={`Text ${number}`} />
        <LeaseOver lease={lease} />
      </>
    );
  }
  const [title, text] = ENDINGS[status];
  return (
    <>
      <PageHeader title={`Text ${number}`} />
      <EmptyState
        title={title}
        action={
          <Button asChild tone="primary">
            <Link to="/rate/$studyId" params={{ studyId }}>
              To the study
            </Link>
          </Button>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </>
  );
}

interface ReaderProps {
  readonly study: RaterStudy;
  readonly lease: RaterLease;
}

function Reader({ study, lease }: ReaderProps): ReactNode {
  const [settings, changeSettings] = useReaderSettings();
  const [active, setActive] = useState(0);
  const { store, state } = useAnswers(lease);
  const elements = useReaderElements();
  const keeper = usePlace(lease, elements, settings.scale);
  const parts = useMemo(() => textParts(lease.text), [lease.text]);
  const chapters = useMemo(() => parts.filter(({ kind }) => kind === "heading"), [parts]);
  const done = useEnd(lease);
  const mark = useCallback(
    (dimension: string, value: number) => store.give(dimension, { value }),
    [store],
  );
  useReaderKeys({
    dimensions: study.dimensions,
    active,
    enabled: settings.keys,
    onActive: setActive,
    onMark: mark,
  });
  usePaging(elements);
  const go = (paragraph: number): void => goTo(elements, { paragraph, share: 0 });
  return (
    <>
      <PageHeader
        title={`Text ${lease.number}`}
        crumbs={[
          { label: "Rate", to: "/rate" },
          { label: study.title, to: `/rate/${study.studyId}` },
        ]}
        {...(lease.words === undefined ? {} : { hint: lengthWords(lease.words) })}
        actions={
          <>
            <ReaderToolbar study={study} settings={settings} onChange={changeSettings} />
            <SkipDialog leaseId={lease.id} onDone={() => done("Text skipped")} />
          </>
        }
      />
      <Elsewhere lease={lease} elements={elements} keeper={keeper} />
      <PinnedPrompt
        ref={elements.head}
        prompt={lease.prompt}
        chapters={chapters}
        keeper={keeper}
        onGo={go}
      />
      <div className="grid items-start gap-8 pb-32 lg:grid-cols-[minmax(0,1fr)_24rem] lg:pb-0">
        <article
          aria-label="Text"
          className="mx-auto w-full min-w-0"
          style={{ maxWidth: `${MEASURE_REM * settings.scale}rem` }}
        >
          <LongText
            ref={elements.text}
            text={lease.text}
            language={study.language}
            scale={settings.scale}
          />
          <p className="mt-8 border-t border-line pt-4 text-small text-muted">End of the text.</p>
        </article>
        <QuestionPanel
          {...{ study, lease, store, state, settings, active }}
          foot={elements.foot}
          onActive={setActive}
          onDone={() => done("Text handed in")}
        />
      </div>
    </>
  );
}

function useReaderElements(): ReaderElements & {
  readonly head: RefObject<HTMLElement | null>;
  readonly foot: RefObject<HTMLDivElement | null>;
} {
  const text = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  return useMemo(() => ({ text, head, foot }), []);
}

function goTo(elements: ReaderElements, position: RaterLease["position"]): void {
  const text = elements.text.current;
  if (text !== null) goToPlace(text, position, readingEdges(elements).top);
}

/** About 66 characters of the book faces that systems have, at 18 pixels. */
const MEASURE_REM = 41;
const WORDS_A_MINUTE = 240;

function lengthWords(words: number): string {
  return `${countFigure(words)} words: about ${Math.max(1, Math.round(words / WORDS_A_MINUTE))} minutes`;
}

/** Leaves the page once a text is handed in or given back. */
function useEnd({ id, studyId }: RaterLease): (news: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const show = useToast();
  return async (news) => {
    openAnswerShelf(localStorage, id).clear();
    show({ title: news });
    await client.invalidateQueries({ queryKey: PROGRESS_KEY });
    await navigate({ to: "/rate/$studyId", params: { studyId } });
    client.removeQueries({ queryKey: leaseKey(id) });
  };
}

/** Offers to go where the reader was on another device meanwhile. */
function Elsewhere({
  lease: { position },
  elements,
  keeper,
}: {
  readonly lease: RaterLease;
  readonly elements: ReaderElements;
  readonly keeper: PlaceKeeper;
}): ReactNode {
  const [elsewhere, setElsewhere] = useState<RaterLease["position"]>();
  useEffect(() => {
    const isNew = isFar(position, keeper.sent()) && isFar(position, keeper.position());
    setElsewhere(isNew ? position : undefined);
  }, [position, keeper]);
  if (elsewhere === undefined) return null;
  const leave = (): void => setElsewhere(undefined);
  return (
    <Notice title="You read on elsewhere">
      <p>On another device or in another tab you are at another place in this text.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          small
          onClick={() => {
            goTo(elements, elsewhere);
            leave();
          }}
        >
          Go there
        </Button>
        <Button small tone="quiet" onClick={leave}>
          Stay here
        </Button>
      </div>
    </Notice>
  );
}
