import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { LonghandError } from "../../foundation/index.ts";
import { ModelCallError } from "../model-call-error.ts";
import { errorOf } from "./engine-fault.ts";
import type {
  EngineAnswers,
  EngineCall,
  EngineCommand,
  EngineEvent,
  EngineFacts,
  EngineLoad,
} from "./engine-protocol.ts";

/** What becomes of a call while it runs. */
export interface CallWatcher {
  /** Work on it has begun. */
  onStarted(): void;
  /** A piece of text was written. */
  onText(piece: string): void;
}

/** A call that was handed to the process. */
export interface RunningCall<Answer> {
  /** The answer. Rejects with the fault, or `server-error` if the process ends. */
  readonly answer: Promise<Answer>;
  /** Gives it up; the answer then rejects with the error, and the watcher hears no more. */
  abandon(error: unknown): void;
}

interface PendingCall {
  readonly watcher: CallWatcher;
  settle(error: unknown, answer?: EngineAnswers[EngineCall["type"]]): void;
}

/** How long the process may take to let go of a call that was given up, before it is ended. */
const LET_GO_MS = 60_000;
/** How much of what the process last wrote is kept for the error message. */
const LAST_WORDS = 1000;

/** One engine process, from its start to its end. It is never used again after it ended. */
export class EngineProcess {
  /** What is known of the model; rejects if it cannot be loaded. */
  readonly facts: Promise<EngineFacts>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #calls = new Map<number, PendingCall>();
  readonly #letGo = new Map<number, NodeJS.Timeout>();
  #loading: { resolve(facts: EngineFacts): void; reject(error: Error): void } | undefined;
  #lastWords = "";
  #nextId = 1;
  #hasEnded = false;

  /** @param load - What the process opens. */
  constructor(load: EngineLoad) {
    this.facts = new Promise((resolve, reject) => {
      this.#loading = { resolve, reject };
    });
    // Whoever waits for the facts handles a failure; nobody has to wait.
    this.facts.catch(() => undefined);
    this.#child = startChild();
    this.#child.on("message", (event: EngineEvent) => this.#hear(event));
    this.#child.on("error", (error) => this.#end(`could not be started: ${error.message}`));
    this.#child.on("exit", (code, signal) => this.#end(`ended by ${signal ?? `code ${code}`}`));
    this.#child.stderr?.setEncoding("utf8").on("data", (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS);
    });
    this.#ended = Promise.race([once(this.#child, "exit"), once(this.#child, "error")]).catch(
      () => undefined,
    );
    this.#tell({ type: "load", load });
  }

  /** Id of the process, for those who watch processes. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the process is gone. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Hands a call over.
   *
   * @param call - What is asked.
   * @param watcher - Who hears of start and text.
   * @returns The running call.
   */
  run<C extends EngineCall>(call: C, watcher: CallWatcher): RunningCall<EngineAnswers[C["type"]]> {
    const id = this.#nextId++;
    const answer = new Promise<EngineAnswers[C["type"]]>((resolve, reject) => {
      this.#calls.set(id, {
        watcher,
        settle: (error, given) =>
          error === undefined ? resolve(given as EngineAnswers[C["type"]]) : reject(error),
      });
    });
    this.#holdOpen();
    this.#tell({ type: "call", id, call });
    return { answer, abandon: (error) => this.#abandon(id, error) };
  }

  /** Ends the process, and waits until it is gone. */
  async close(): Promise<void> {
    this.#child.ref();
    // Nothing is lost: the process keeps nothing, and its native threads may be busy.
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #abandon(id: number, error: unknown): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    this.#letGo.set(id, setTimeout(() => this.#child.kill("SIGKILL"), LET_GO_MS).unref());
    this.#tell({ type: "cancel", id });
    this.#holdOpen();
    call.settle(error);
  }

  #tell(command: EngineCommand): void {
    // A process that is gone ends every call by its exit event.
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  #hear(event: EngineEvent): void {
    switch (event.type) {
      case "loaded":
        this.#loading?.resolve(event.facts);
        this.#loaded();
        break;
      case "not-loaded":
        this.#loading?.reject(errorOf(event.fault));
        this.#loaded();
        break;
      case "started":
        this.#calls.get(event.id)?.watcher.onStarted();
        break;
      case "text":
        // Whoever hears a piece may give up a later call of the same list.
        for (const [id, piece] of event.pieces) this.#calls.get(id)?.watcher.onText(piece);
        break;
      case "done":
        this.#settle(event.id, undefined, event.answer);
        break;
      case "failed":
        this.#settle(event.id, errorOf(event.fault));
        break;
    }
  }

  #loaded(): void {
    this.#loading = undefined;
    this.#holdOpen();
  }

  #settle(id: number, error: unknown, answer?: EngineAnswers[EngineCall["type"]]): void {
    clearTimeout(this.#letGo.get(id));
    this.#letGo.delete(id);
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    this.#holdOpen();
    call?.settle(error, answer);
  }

  #end(how: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const words = this.#lastWords.trim();
    const message = `The engine process ${how}.${words === "" ? "" : ` Its last words: ${words}`}`;
    this.#loading?.reject(notLoaded(message));
    for (const timer of this.#letGo.values()) clearTimeout(timer);
    for (const call of this.#calls.values()) call.settle(engineEnded(message));
    this.#calls.clear();
  }

  /** An idle engine must not keep a program alive that has forgotten to close it. */
  #holdOpen(): void {
    const busy = this.#loading !== undefined || this.#calls.size > 0;
    const { channel, stderr } = this.#child;
    for (const handle of [this.#child, channel, stderr instanceof Socket ? stderr : undefined]) {
      if (busy) handle?.ref();
      else handle?.unref();
    }
  }
}

function startChild(): ChildProcess {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = fileURLToPath(import.meta.url).replace(/engine-process(\.[jt]s)$/, "engine-main$1");
  const inherited = process.execArgv.filter((argument) => !argument.startsWith("--inspect"));
  const needsLoader = entry.endsWith(".ts") && !inherited.some((word) => word.includes("tsx"));
  return fork(entry, {
    execArgv: needsLoader ? [...inherited, "--import", "tsx"] : inherited,
    // Structured cloning keeps vectors as they are.
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

function engineEnded(message: string): ModelCallError {
  return new ModelCallError(message, {
    reason: "server-error",
    retryable: true,
    hint: "The next call starts a new process. If it ends again and again, open the model with fewer sequences or a smaller contextTokens.",
  });
}

function notLoaded(message: string): LonghandError {
  return new LonghandError(`${message} It was loading the model.`, {
    code: "model-damaged",
    hint: "The file may be damaged, or memory may have run out. Check the file, or get it again.",
  });
}
