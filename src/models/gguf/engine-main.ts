// Entry of the engine process, which runs the native code: an abort in it ends this process only.
// It talks to its parent in the messages of engine-protocol.ts, and ends when the parent does.
import { openEmbeddingEngine } from "./embedding-engine.ts";
import type { Engine, EngineListener } from "./engine.ts";
import { faultOf } from "./engine-fault.ts";
import type { EngineCommand, EngineEvent, EngineLoad } from "./engine-protocol.ts";
import { openLanguageEngine } from "./language-engine.ts";
import type { ProcessUsage } from "./pacer.ts";

const listener: EngineListener = {
  started: (id) => send({ type: "started", id }),
  text: (pieces) => send({ type: "text", pieces }),
  done: (id, answer) => send({ type: "done", id, answer }),
  failed: (id, thrown) => send({ type: "failed", id, fault: faultOf(thrown) }),
};
let engine: Engine | undefined;

process.on("disconnect", endAtOnce);
// Ctrl-C reaches every process of a terminal; the parent decides what becomes of running calls.
process.on("SIGINT", () => undefined);
process.on("message", (command: EngineCommand) => void obey(command));
if (!process.connected) endAtOnce();

/** Without clean-up: it could wait for native threads, and there is nothing to save. */
function endAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}

function send(event: EngineEvent): void {
  if (process.connected) process.send?.(event);
}

function usage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { wallMs: Number(process.hrtime.bigint()) / 1e6, cpuMs: (user + system) / 1000 };
}

async function obey(command: EngineCommand): Promise<void> {
  switch (command.type) {
    case "load":
      return load(command.load);
    case "call":
      try {
        return engine?.answer(command.id, command.call);
      } catch (thrown) {
        return listener.failed(command.id, thrown);
      }
    case "cancel":
      return engine?.cancel(command.id);
  }
}

async function load(wanted: EngineLoad): Promise<void> {
  try {
    const open = wanted.kind === "language" ? openLanguageEngine : openEmbeddingEngine;
    engine = await open(wanted, { listener, usage });
    send({ type: "loaded", facts: engine.facts });
  } catch (thrown) {
    send({ type: "not-loaded", fault: faultOf(thrown) });
  }
}
