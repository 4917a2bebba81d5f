import { homedir, hostname } from "node:os";
import { join } from "node:path";

/** Everything that the process environment decides. Read here and nowhere else. */
export interface Environment {
  /** Folder of models, vectors and the reply cache. */
  readonly home: string;
  /** The value of a secret by its variable's name; `undefined` if it is unset or empty. */
  readonly credential: (variable: string) => string | undefined;
  /** Whether output may have colours. */
  readonly colour: boolean;
  /** Width of the terminal, in columns. */
  readonly widthColumns: number;
  /** Every variable, for programs that are called (pip) and for model hubs. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Makes this process unlike others: for names only. */
  readonly nameSeed: string;
}

/**
 * Reads the process environment.
 *
 * @returns Places, secrets by name, and what the terminal can show.
 */
export function readEnvironment(): Environment {
  const { env, stdout } = process;
  const cacheFolder = env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return {
    home: env["LONGHAND_HOME"] || join(cacheFolder, "longhand"),
    credential: (variable) => env[variable] || undefined,
    colour: stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb",
    widthColumns: stdout.columns ?? 100,
    variables: env,
    nameSeed: `${hostname()}-${process.pid}-${process.hrtime.bigint()}`,
  };
}
