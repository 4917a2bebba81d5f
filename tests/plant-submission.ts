import { newId, type ServerContext } from "../src/server/http/server-context.ts";

/** A team that is written straight into its table. */
export interface PlantedTeam {
  readonly challengeId: string;
  readonly name: string;
  /** Whether it is the organisers' test team. @defaultValue false */
  readonly isTest?: boolean;
  /** Whether it has submitted, so that nobody joins any more. @defaultValue false */
  readonly isLocked?: boolean;
  /** UTC milliseconds. */
  readonly createdMs: number;
}

/** Writes a team without members into its table. Returns its id. */
export async function plantTeam(
  server: ServerContext,
  { challengeId, name, isTest = false, isLocked = false, createdMs }: PlantedTeam,
): Promise<string> {
  const id = newId(server);
  await server.database.query
    .insertInto("teams")
    .values({
      id,
      challengeId,
      name,
      nameKey: id,
      isTest: Number(isTest),
      createdMs,
      lockedMs: isLocked ? createdMs : null,
    })
    .execute();
  return id;
}

/** A submission that is written straight into its table. */
export interface PlantedSubmission {
  readonly challengeId: string;
  readonly teamId: string;
  readonly submittedBy: string;
  /** When it came and was scored, UTC milliseconds. */
  readonly atMs: number;
  /** Declaration, as JSON. @defaultValue none */
  readonly meta?: string;
}

/** Writes a scored submission to the test items of the track `main` into its table. Returns its id. */
export async function plantSubmission(
  server: ServerContext,
  { challengeId, teamId, submittedBy, atMs, meta }: PlantedSubmission,
): Promise<string> {
  const id = newId(server);
  await server.database.query
    .insertInto("submissions")
    .values({
      id,
      challengeId,
      trackId: "main",
      itemSet: "test",
      teamId,
      submittedBy,
      system: "one",
      meta: meta ?? null,
      receivedMs: atMs,
      finalMs: atMs,
      withdrawnMs: null,
      state: "scored",
      sha256: "",
      bytes: 1,
      kind: "jsonl",
      problems: null,
      problemCount: 0,
      cause: null,
      flags: "[]",
    })
    .execute();
  return id;
}
