import { join } from "node:path";
import { makeFolder } from "../../storage/index.ts";

/** Files of a submission, all named by its id. */
export interface SubmissionFiles {
  /** The bytes as they came; removed once the submission is final. */
  readonly upload: string;
  /** Accepted texts, one item a line. */
  readonly texts: string;
  /** Sketch of the texts' grams, to find duplicates. */
  readonly sketch: string;
}

/**
 * Where the files of a submission are.
 *
 * @param dataFolder - The server's own folder.
 * @param submissionId - The submission.
 * @returns The places.
 */
export function submissionFiles(dataFolder: string, submissionId: string): SubmissionFiles {
  return {
    upload: join(dataFolder, "uploads", submissionId),
    texts: join(dataFolder, "submissions", `${submissionId}.jsonl`),
    sketch: join(dataFolder, "submissions", `${submissionId}.grams.json`),
  };
}

/**
 * Makes the folders of submissions.
 *
 * @param dataFolder - The server's own folder.
 */
export async function makeSubmissionFolders(dataFolder: string): Promise<void> {
  for (const name of ["uploads", "submissions"]) await makeFolder(join(dataFolder, name));
}
