import { challengesStep } from "../challenges/migrations/0301-challenges.ts";
import { keptBoardsStep } from "../challenges/migrations/0302-kept-boards.ts";
import { requestKeysStep } from "../http/migrations/0101-request-keys.ts";
import { peopleStep } from "../people/migrations/0110-people.ts";
import { passkeysStep } from "../people/migrations/0111-passkeys.ts";
import { sessionsStep } from "../people/migrations/0112-sessions.ts";
import { studiesStep } from "../ratings/migrations/0201-studies.ts";
import { scoringStep } from "../scoring/migrations/0401-scoring.ts";
import type { MigrationStep } from "./migration-step.ts";

/** All steps; each module adds its own, one file a step. */
export const MIGRATIONS: readonly MigrationStep[] = [
  requestKeysStep,
  peopleStep,
  passkeysStep,
  sessionsStep,
  studiesStep,
  challengesStep,
  keptBoardsStep,
  scoringStep,
];
