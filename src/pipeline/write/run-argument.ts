/** Where runs are if no folder is named. */
const USUAL_FOLDER = "runs";

/**
 * How a command line names a run, so that a hint can be copied.
 *
 * @param run - Name of the run.
 * @param runsFolder - Folder of runs that this command was given.
 * @returns The name, with `--runs` where the folder is not the usual one.
 */
export function runArgument(run: string, runsFolder: string): string {
  if (runsFolder === USUAL_FOLDER) return run;
  const isPlain = /^[\w@%+=:,./-]+$/.test(runsFolder);
  return `${run} --runs ${isPlain ? runsFolder : `'${runsFolder.replaceAll("'", "'\\''")}'`}`;
}
