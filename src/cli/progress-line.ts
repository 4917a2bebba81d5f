import type { Clock } from "../foundation/index.ts";
import type { ProgressEvent } from "../pipeline/index.ts";
import { terminalSafe } from "../text/index.ts";
import { openLiveBlock } from "./live-block.ts";
import { bar, span } from "./quantities.ts";
import { writingBlock } from "./writing-block.ts";

/** Shows what a command is doing, on a stream that is not its result. */
export interface ProgressLine {
  /** Takes news. */
  show(event: ProgressEvent): void;
  /** Clears the line, so that a result can be printed. */
  end(): void;
}

/** Where progress goes and how. */
export interface ProgressOptions {
  /** Usually stderr. */
  readonly stream: {
    write(text: string): unknown;
    readonly columns?: number;
    readonly rows?: number;
  };
  /** Whether the line can be redrawn in place. */
  readonly interactive: boolean;
  /** The time, for rates. */
  readonly clock: Clock;
  /** Whether a block that is redrawn has colours. @defaultValue false */
  readonly colour?: boolean;
}

type StepEvent = Extract<ProgressEvent, { kind: "step" }>;

const REDRAW_MS = 100;
const LOG_EVERY_MS = 10_000;

interface StepState {
  readonly name: string;
  readonly startedMs: number;
  readonly startedAt: number;
  shownMs: number;
  /** Whether its end was shown; more news of the end, for instance of calls under way, shows nothing. */
  ended: boolean;
}

/**
 * Opens a progress line: redrawn in place on a terminal, a line now and then elsewhere.
 *
 * @param options - Where it goes and how.
 * @returns The line.
 */
export function openProgressLine(options: ProgressOptions): ProgressLine {
  const { stream, interactive, clock } = options;
  let step: StepState | undefined;
  let drawn = false;
  const document = openDocumentBlock(options);
  const clear = (): void => {
    if (drawn) stream.write("\r\u001b[2K");
    drawn = false;
    document.clear();
  };

  const draw = (text: string, finished: boolean): void => {
    if (!interactive) {
      stream.write(`${text}\n`);
      return;
    }
    stream.write(`\r\u001b[2K${text.slice(0, (stream.columns ?? 100) - 1)}${finished ? "\n" : ""}`);
    drawn = !finished;
  };
  const showStep = (event: StepEvent): void => {
    const nowMs = clock.nowMs();
    const finished = event.done === event.total;
    const current = goesOn(step, event) ? step : begun(event, nowMs);
    step = current;
    if (current.ended) return;
    current.ended = finished;
    if (!finished && nowMs - current.shownMs < (interactive ? REDRAW_MS : LOG_EVERY_MS)) return;
    current.shownMs = nowMs;
    const elapsedMs = nowMs - current.startedMs;
    draw(stepText(event, { elapsedMs, startedAt: current.startedAt }), finished);
  };

  return {
    show: (event) => {
      if (event.kind === "step") showStep(event);
      else if (event.kind === "text") stream.write(terminalSafe(event.text));
      else if (event.kind === "writing") document.show(event);
      else {
        clear();
        stream.write(`${event.kind === "warning" ? "warning: " : ""}${terminalSafe(event.text)}\n`);
        document.redraw();
      }
    },
    end: () => {
      if (drawn) stream.write("\n");
      drawn = false;
      document.end();
    },
  };
}

type WritingEvent = Extract<ProgressEvent, { kind: "writing" }>;

interface DocumentBlock {
  show(event: WritingEvent): void;
  clear(): void;
  redraw(): void;
  end(): void;
}

/** The time that is left runs down between two pieces of news. */
const TICK_MS = 1000;

/** A document that is being written: a block on a terminal, a line for each finished part elsewhere. */
function openDocumentBlock({ stream, interactive, clock, colour }: ProgressOptions): DocumentBlock {
  const block = openLiveBlock(stream);
  const ended = new AbortController();
  let newest: WritingEvent | undefined;
  let drawnMs = Number.NEGATIVE_INFINITY;
  const draw = (): void => {
    if (newest === undefined || ended.signal.aborted) return;
    drawnMs = clock.nowMs();
    const window = {
      widthColumns: stream.columns ?? 80,
      heightRows: stream.rows ?? 24,
      colour: colour === true,
    };
    block.draw(writingBlock(newest.read(), window));
  };
  const tick = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await clock.sleep(TICK_MS, ended.signal);
      draw();
    }
  };
  return {
    show: (event) => {
      if (!interactive) {
        if (event.line !== undefined) stream.write(`${terminalSafe(event.line)}\n`);
        return;
      }
      // The sleep of an ended block is broken off; nothing else can fail here.
      if (newest === undefined) tick().catch(() => undefined);
      newest = event;
      if (event.leaf !== undefined || clock.nowMs() - drawnMs >= REDRAW_MS) draw();
    },
    clear: () => block.clear(),
    redraw: draw,
    end: () => {
      ended.abort();
      block.clear();
    },
  };
}

/** Whether news is of the step that is shown, and of no second round of it. */
function goesOn(step: StepState | undefined, event: StepEvent): step is StepState {
  return step?.name === event.step && (event.done === event.total || !step.ended);
}

function begun({ step, done, doneBefore }: StepEvent, nowMs: number): StepState {
  return {
    name: step,
    startedMs: nowMs,
    startedAt: doneBefore ?? done,
    shownMs: Number.NEGATIVE_INFINITY,
    ended: false,
  };
}

function stepText(
  event: StepEvent,
  { elapsedMs, startedAt }: { readonly elapsedMs: number; readonly startedAt: number },
): string {
  const { step, done, total, unit, note } = event;
  const rate = elapsedMs > 0 ? ((done - startedAt) * 1000) / elapsedMs : 0;
  const scale = { unit, isLarge: (total ?? done) >= LARGE_BYTES };
  const parts = [
    total === undefined
      ? `${step}: ${amount(done, scale)}`
      : `${step} ${bar(done, total)} ${bare(done, scale)} of ${amount(total, scale)}`,
    rate > 0 ? speed(rate, scale) : "",
    total !== undefined && rate > 0 && done < total ? `${span((total - done) / rate)} left` : "",
    note ?? "",
  ];
  return terminalSafe(parts.filter((part) => part !== "").join(" · "));
}

/** From here on bytes are told in MB, below in kB. */
const LARGE_BYTES = 1e6;

interface Scale {
  readonly unit: string;
  readonly isLarge: boolean;
}

function speed(perSecond: number, scale: Scale): string {
  // Slow work reads better the other way round than as 0.0 a second.
  return perSecond < 0.5 && scale.unit !== "bytes"
    ? `${(1 / perSecond).toFixed(1)} s each`
    : `${amount(perSecond, scale)}/s`;
}

function amount(value: number, scale: Scale): string {
  const { unit, isLarge } = scale;
  const ofBytes = isLarge ? "MB" : "kB";
  const shown = bare(value, scale);
  if (unit === "bytes") return `${shown} ${ofBytes}`;
  return `${shown} ${shown === "1" ? unit.replace(/s$/, "") : unit}`;
}

function bare(value: number, { unit, isLarge }: Scale): string {
  if (unit === "bytes") return (value / (isLarge ? LARGE_BYTES : 1000)).toFixed(1);
  const isSmall = value < 10 && !Number.isInteger(value);
  return isSmall ? value.toFixed(1) : Math.round(value).toLocaleString("en");
}
