import type { InferenceSession } from "onnxruntime-common";
import { loadOnnxRuntime, type OnnxRuntime } from "./load-onnx-runtime.ts";

/** What the runtime needs. */
export interface OnnxFile {
  /** The model. */
  readonly path: string;
  /** Processor threads. */
  readonly threads: number;
}

/** A loaded model. */
export interface OnnxSession {
  /** The runtime. */
  readonly runtime: OnnxRuntime;
  /** The model in it; release it after use. */
  readonly session: InferenceSession;
}

/**
 * Loads a model in the ONNX format.
 *
 * @param file - The model, and on how many threads it runs.
 * @returns The session.
 * @throws LonghandError `missing-dependency` without the runtime; what the runtime throws for a file
 *   that it cannot load.
 */
export async function openOnnxSession({ path, threads }: OnnxFile): Promise<OnnxSession> {
  const runtime = await loadOnnxRuntime();
  const session = await runtime.InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    logSeverityLevel: 4,
  });
  return { runtime, session };
}
