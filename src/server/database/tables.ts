import type { ChallengeTables } from "../challenges/challenge-tables.ts";
import type { RequestTables } from "../http/request-tables.ts";
import type { PeopleTables } from "../people/people-tables.ts";
import type { RatingTables } from "../ratings/rating-tables.ts";
import type { ScoringTables } from "../scoring/scoring-tables.ts";

/**
 * All tables. A module adds its own as one more interface behind `extends`, from a file that imports
 * nothing of the server. Columns are text, whole numbers (also times: UTC milliseconds; and yes or no:
 * 1 or 0), fractions or bytes; data of other shapes are JSON in a text.
 */
export interface DatabaseTables
  extends RequestTables,
    PeopleTables,
    RatingTables,
    ChallengeTables,
    ScoringTables {}
