import type { Board, BoardRow } from "../../records/index.ts";

/** What the page of a board is made of. */
export interface BoardPageParts {
  /** The challenge. */
  readonly title: string;
  /** Its tracks, each with a board of its own. */
  readonly tracks: readonly BoardTrack[];
  /** The board, as API, CSV and report have it. */
  readonly board: Board;
}

/** A track that has a board. */
export interface BoardTrack {
  /** Short name. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
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
<style>${STYLE}</style>
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

const STYLE = `
:root{color-scheme:light dark;--ink:#1d1c1a;--page:#faf9f6;--line:#dfdbd3;--muted:#5c5851;--accent:#1f5f8b}
@media (prefers-color-scheme:dark){:root{--ink:#e9e7e2;--page:#141619;--line:#363b43;--muted:#b0ada5;--accent:#8fc6ef}}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem}
a{color:var(--accent)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
caption{text-align:left;color:var(--muted);padding:.5rem 0}
th,td{border-bottom:1px solid var(--line);padding:.5rem .75rem;text-align:left;vertical-align:top}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
small{color:var(--muted);display:block;font-weight:400}
code{overflow-wrap:anywhere}`;

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

function table(caption: string, head: string, rows: readonly string[]): string {
  return `<div class="wide" role="region" aria-label="${escaped(caption)}" tabindex="0"><table><caption>${escaped(caption)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function heading(name: string, numeric = false): string {
  return `<th scope="col"${numeric ? ' class="number"' : ""}>${escaped(name)}</th>`;
}

function teamCell({ team, system, facts }: BoardRow): string {
  const said = Object.entries(facts ?? {}).map(([name, value]) => `${name} ${value}`);
  const more = said.length === 0 ? "" : `<small>${escaped(said.join(" · "))}</small>`;
  return `<th scope="row">${escaped(team)}<small>${escaped(system)}</small>${more}</th>`;
}

function number(shown: string, more: string): string {
  return `<td class="number">${escaped(shown)}${more === "" ? "" : `<small>${escaped(more)}</small>`}</td>`;
}

function intervalText(low: number | undefined, high: number | undefined, digits: number): string {
  if (low === undefined || high === undefined) return "";
  return `${low.toFixed(digits)} – ${high.toFixed(digits)}`;
}

function utc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text of somebody's so that it stays a text in HTML, in and outside quotation marks. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
