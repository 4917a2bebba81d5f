import "../../../no-code-from-text.ts";
import { messageOf } from "../../../../foundation/index.ts";
import type { SubmissionVerdict } from "../../../../records/index.ts";
import { type CheckTask, checkFile } from "./check-file.ts";

/** What the worker says. */
export type CheckNews =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly verdict: SubmissionVerdict }
  | { readonly kind: "failed"; readonly message: string };

const STEP = 0.01;

addEventListener("message", ({ data }: MessageEvent<CheckTask>) => {
  let told = 0;
  const say = (news: CheckNews): void => postMessage(news);
  const onProgress = (share: number): void => {
    if (share - told < STEP) return;
    told = share;
    say({ kind: "progress", share });
  };
  checkFile(data, onProgress).then(
    (verdict) => say({ kind: "done", verdict }),
    (error: unknown) => say({ kind: "failed", message: messageOf(error) }),
  );
});
