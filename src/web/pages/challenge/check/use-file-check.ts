import { useCallback, useEffect, useRef, useState } from "react";
import type { SubmissionVerdict } from "../../../../records/index.ts";
import type { CheckTask } from "./check-file.ts";
import type { CheckNews } from "./check-worker.ts";

/** How far the check of a file is. */
export type FileCheck =
  | { readonly state: "none" }
  | { readonly state: "checking"; readonly file: File; readonly share: number }
  | { readonly state: "checked"; readonly file: File; readonly verdict: SubmissionVerdict }
  | { readonly state: "failed"; readonly file: File; readonly message: string };

/** Checks files, one after the other. */
export interface FileChecker {
  /** How far it is. */
  readonly check: FileCheck;
  /** Checks a file; a check that still goes on is given up. */
  readonly start: (file: File, rules: CheckTask["rules"]) => void;
  /** Forgets the file. */
  readonly reset: () => void;
}

/**
 * Checks files in a worker, so that the page stays quick.
 *
 * @returns The checker.
 */
export function useFileCheck(): FileChecker {
  const [check, setCheck] = useState<FileCheck>({ state: "none" });
  const worker = useRef<Worker>(undefined);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (file: File, rules: CheckTask["rules"]) => {
      stop();
      setCheck({ state: "checking", file, share: 0 });
      const own = new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" });
      worker.current = own;
      own.onmessage = ({ data }: MessageEvent<CheckNews>) => setCheck(stateOf(file, data));
      own.onerror = ({ message }) => setCheck({ state: "failed", file, message });
      own.postMessage({ file, name: file.name, rules } satisfies CheckTask);
    },
    [stop],
  );
  const reset = useCallback(() => {
    stop();
    setCheck({ state: "none" });
  }, [stop]);
  return { check, start, reset };
}

function stateOf(file: File, news: CheckNews): FileCheck {
  switch (news.kind) {
    case "progress":
      return { state: "checking", file, share: news.share };
    case "done":
      return { state: "checked", file, verdict: news.verdict };
    case "failed":
      return { state: "failed", file, message: news.message };
  }
}
