import type { Board, BoardRow } from "../../records/index.ts";
import {
  BOARD_STYLE,
  type BoardTrack,
  escaped,
  heading,
  intervalText,
  number,
  table,
  utc,
} from "./board-page-parts.ts";

/** What the page of a board is made of. */
export interface BoardPageParts {
  /** The challenge. */
  readonly title: string;
  /** Its tracks, each with a board of its own. */
  readonly tracks: readonly BoardTrack[];
  /** The board, as API, CSV and report have it. */
  readonly board: Board;
}

/**
 * Writes a board as a page that needs no script: the same rows in the same order as API and CSV.
 *
 * @param parts - The challenge and its board.
 * @returns HTML; whatever people wrote stands in it as text.
 */
export function boardPage({ title, tracks, board }: BoardPageParts): string {
  const { metric, direction, asOfMs, part, signature, notes } = board;
  const best = direction === "higher" ? "higher is better" : "lower is better";
  const lead = leadText(board);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}: board · Longhand</title>
<style>${BOARD_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}: board</h1>
<p>${escaped(metric)}, ${best}. ${part === "public" ? "Public" : "Private"} part of the test items. As of ${utc(asOfMs)}.${board.frozen ? " Frozen." : ""}</p>
${trackLinks(board, tracks)}
${rescoringText(board)}${lead === "" ? "" : `<p><strong>${escaped(lead)}</strong></p>`}
${rankedTable(board)}
${unrankedTable(board)}
<h2>How to read this board</h2>
<ul>
${[...notes, ...READING].map((note) => `<li>${escaped(note)}</li>`).join("\n")}
</ul>
<p>Signature: <code>${escaped(signature ?? "known once something is scored")}</code>. Scores: version ${board.referenceVersion}.</p>
<p><a href="/challenges/${encodeURIComponent(board.challengeId)}/board">Live board, with scripts</a></p>
</main>
</body>
</html>
`;
}

const READING = [
  "Intervals are 95 % over test items; rank intervals come from drawing the items anew.",
  "Scores are rounded to four decimals before they are ranked; equal ones share a rank.",
];

function trackLinks({ challengeId, track }: Board, tracks: readonly BoardTrack[]): string {
  if (tracks.length < 2) return "";
  const links = tracks.map(({ id, title }) =>
    id === track
      ? `<strong>${escaped(title)}</strong>`
      : `<a href="/api/v1/challenges/${encodeURIComponent(challengeId)}/leaderboard?format=html&amp;track=${encodeURIComponent(id)}">${escaped(title)}</a>`,
  );
  return `<nav aria-label="Tracks"><p>${links.join(" · ")}</p></nav>`;
}

function rescoringText({ rescoring, referenceVersion }: Board): string {
  if (rescoring === undefined) return "";
  const { version, done, total } = rescoring;
  return `<p>Everything is being scored again: ${done} of ${total} submissions have scores of version ${version}. Until all have, this board shows version ${referenceVersion}.</p>
`;
}

function leadText({ lead, ranked }: Board): string {
  const names = ranked.filter(({ inTopGroup }) => inTopGroup === true).map(({ team }) => team);
  switch (lead) {
    case "none":
      return "Nobody has a rank yet.";
    case "winner":
      return `Winner on this measure: ${names.join(", ")}, separated from every other team.`;
    case "top-group":
      return names.length === 1
        ? `Top group: ${names.join(", ")}. There is nobody to separate it from yet.`
        : `Top group: ${names.join(", ")}. These teams are not separated from rank 1.`;
  }
}

function rankedTable(board: Board): string {
  const { ranked, metric, frozen, part } = board;
  if (ranked.length === 0) return "";
  const others = Object.keys(ranked[0]?.others ?? {});
  const otherPart = part === "private" ? "Public part" : "Private part";
  const numbers = [metric, ...(frozen ? [otherPart] : []), ...others];
  const head = [
    heading("Rank", true),
    heading("Team and system"),
    ...numbers.map((name) => heading(name, true)),
    heading("Group"),
    heading("Submitted"),
  ].join("");
  const rows = ranked.map((row) => {
    const cells = [
      number(`${row.rank ?? ""}`, intervalText(row.rankLow, row.rankHigh, 0)),
      teamCell(row),
      number(row.shown ?? "–", intervalText(row.low, row.high, FRACTION_DIGITS)),
      ...(frozen ? [number(row.otherPart?.toFixed(FRACTION_DIGITS) ?? "–", "")] : []),
      ...others.map((id) => number(row.others[id] || "–", "")),
      `<td>${row.inTopGroup === true ? "top group" : ""}</td>`,
      `<td>${utc(row.submittedAtMs)}</td>`,
    ];
    return `<tr data-submission="${escaped(row.submissionId)}">${cells.join("")}</tr>`;
  });
  return table("Ranked teams", head, rows);
}

const FRACTION_DIGITS = 4;

function unrankedTable({ unranked }: Board): string {
  if (unranked.length === 0) return "";
  const rows = unranked.map(
    (row) =>
      `<tr data-submission="${escaped(row.submissionId)}">${teamCell(row)}<td>${escaped(row.reasonText ?? row.reason ?? "")}</td></tr>`,
  );
  return table("Teams without a rank, by name", heading("Team and system") + heading("Why"), rows);
}

function teamCell({ team, system, facts }: BoardRow): string {
  const said = Object.entries(facts ?? {}).map(([name, value]) => `${name} ${value}`);
  const more = said.length === 0 ? "" : `<small>${escaped(said.join(" · "))}</small>`;
  return `<th scope="row">${escaped(team)}<small>${escaped(system)}</small>${more}</th>`;
}
