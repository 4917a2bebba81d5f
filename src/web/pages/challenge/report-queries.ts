import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import {
  type ChallengeReportDownload,
  type ChallengeReportView,
  challengeReportViewSchema,
} from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import { apiAddress, apiPath, readRecord } from "../../api/client.ts";

/** Which report of a challenge. */
export interface ReportChoice {
  /** Short name of the challenge. */
  readonly challengeId: string;
  /** Whether the one that organisers see at any time is meant, else the published one. */
  readonly asOrganiser: boolean;
}

function pathOf({ challengeId, asOrganiser }: ReportChoice): string {
  return asOrganiser
    ? apiPath("challenges", challengeId, "report", "preview")
    : apiPath("challenges", challengeId, "report");
}

/**
 * The report of a challenge. It is not made anew with every piece of news: making it takes long.
 *
 * @param choice - Which.
 * @returns The report.
 */
export function useReport(choice: ReportChoice): UseQueryResult<ChallengeReportView> {
  return useQuery({
    queryKey: ["challenge-report", choice],
    queryFn: ({ signal }) =>
      readRecord({
        path: pathOf(choice),
        query: { format: "json" },
        schema: challengeReportViewSchema,
        signal,
      }),
  });
}

/**
 * Address of a file of the report.
 *
 * @param choice - Which report.
 * @param format - In which format.
 * @param table - Id of the one table that is wanted, for `csv`. @defaultValue all of them
 * @returns The address.
 */
export function reportAddress(
  choice: ReportChoice,
  format: ChallengeReportDownload,
  table?: string,
): string {
  return apiAddress(pathOf(choice), { format, table });
}

/**
 * What a report still waits for.
 *
 * @param error - What asking for it came to.
 * @returns Sentences; `undefined` if the fault is another one.
 */
export function missingOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiFault) || error.code !== "not-yet") return undefined;
  const missing = error.details?.["missing"];
  return Array.isArray(missing) ? missing.map(String) : [];
}
