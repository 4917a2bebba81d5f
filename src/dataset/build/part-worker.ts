// Entry of a thread that writes the examples of some people; part-thread.ts talks to it.
import { parentPort, workerData } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { openSqlEngine } from "../../storage/index.ts";
import { defineTask } from "../define-task.ts";
import type { PartFailure, PartReply, PartThreadData } from "./part-thread.ts";
import { type PartsRequest, writeParts } from "./write-parts.ts";

function reply(message: PartReply): void {
  parentPort?.postMessage(message);
}

function failureOf(error: unknown): PartFailure {
  if (!(error instanceof LonghandError)) {
    return { message: messageOf(error), code: "internal-error" };
  }
  const { message, code, hint, details } = error;
  return { message, code, hint, details };
}

/** The request with tasks that can do what tasks do. */
function withTasks({ parts, ...rest }: PartsRequest): PartsRequest {
  const whole = parts.map((part) => {
    const { request } = part;
    const { recipe } = request;
    const withTask = { ...recipe, task: defineTask(recipe.task.definition) };
    const table = { ...request.table, recipe: withTask };
    return { ...part, request: { ...request, recipe: withTask, table } };
  });
  return { ...rest, parts: whole };
}

const { request, memoryMb } = workerData as PartThreadData;
try {
  const engine = await openSqlEngine({ memoryMb, threads: 1 });
  try {
    const onPerson = (total: number): void => reply({ kind: "person", total });
    reply({ kind: "done", parts: await writeParts(withTasks(request), { engine, onPerson }) });
  } finally {
    await engine.close();
  }
} catch (error) {
  reply({ kind: "failed", failure: failureOf(error) });
}
