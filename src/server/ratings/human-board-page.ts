import { UNRATED_TEXTS } from "../../leaderboard/index.ts";
import type {
  HumanBoard,
  HumanBoardColumn,
  HumanBoardRow,
  HumanMark,
} from "../../records/index.ts";
import {
  BOARD_STYLE,
  type BoardTrack,
  escaped,
  heading,
  intervalText,
  table,
  utc,
} from "../challenges/board-page-parts.ts";

/** What the page of a board of human marks is made of. */
export interface HumanBoardPageParts {
  /** The challenge. */
  readonly title: string;
  /** Its tracks. */
  readonly tracks: readonly BoardTrack[];
  /** The board, as API and CSV have it. */
  readonly board: HumanBoard;
}

/**
 * Writes the board of human marks as a page that needs no script.
 *
 * @param parts - The challenge and its board.
 * @returns HTML; whatever people wrote stands in it as text.
 */
export function humanBoardPage({ title, tracks, board }: HumanBoardPageParts): string {
  const { notes, planHash, challengeId } = board;
  const name = tracks.find(({ id }) => id === board.track)?.title ?? board.track;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}: marks by people · Longhand</title>
<style>${BOARD_STYLE}
.bars{color:var(--accent)}</style>
</head>
<body>
<main>
<h1>${escaped(title)}: marks by people</h1>
<p>${escaped(name)}. ${board.raterCount} raters${board.raters === "unflagged" ? ", flagged ones left out" : ""}, ${board.ratersPerText} planned for each text; marks from 1 to 5.${board.publishedAtMs === undefined ? " <strong>Not published yet.</strong>" : ` Published ${utc(board.publishedAtMs)}.`}</p>
${trackLinks(board, tracks)}
${marksTable(board)}
<h2>How to read this board</h2>
<ul>
${notes.map((note) => `<li>${escaped(note)}</li>`).join("\n")}
</ul>
<p>Plan of the study: <code>${escaped(planHash)}</code>.</p>
<p><a href="/challenges/${encodeURIComponent(challengeId)}/human-board">The same board, with scripts</a></p>
</main>
</body>
</html>
`;
}

function trackLinks({ challengeId, track }: HumanBoard, tracks: readonly BoardTrack[]): string {
  if (tracks.length < 2) return "";
  const links = tracks.map(({ id, title }) =>
    id === track
      ? `<strong>${escaped(title)}</strong>`
      : `<a href="/api/v1/challenges/${encodeURIComponent(challengeId)}/human-board?format=html&amp;track=${encodeURIComponent(id)}">${escaped(title)}</a>`,
  );
  return `<nav aria-label="Tracks"><p>${links.join(" · ")}</p></nav>`;
}

function marksTable({ columns, rows, judges }: HumanBoard): string {
  const head = [
    heading("Team and system"),
    ...columns.map(columnHead),
    ...judges.map((metric) => heading(`${metric} (by a model, not ranked)`, true)),
  ].join("");
  const lines = rows.map((row) => {
    const cells = [
      teamCell(row),
      ...row.marks.map(markCell),
      ...judges.map((metric) => `<td class="number">${escaped(row.judged[metric] ?? "–")}</td>`),
    ];
    return `<tr data-system="${escaped(row.id)}">${cells.join("")}</tr>`;
  });
  return table("Marks by people", head, lines);
}

function columnHead({ label, isLow }: HumanBoardColumn): string {
  return `<th scope="col" class="number">${escaped(label)}${isLow ? "<small>low agreement</small>" : ""}</th>`;
}

function teamCell({ team, system, unranked }: HumanBoardRow): string {
  const said = [system, unranked === undefined ? undefined : UNRATED_TEXTS[unranked]];
  const more = said.flatMap((words) =>
    words === undefined ? [] : [`<small>${escaped(words)}</small>`],
  );
  return `<th scope="row">${escaped(team)}${more.join("")}</th>`;
}

function markCell(mark: HumanMark): string {
  const { rank, shown, low, high, rankLow, rankHigh, inTopGroup, reason } = mark;
  const ranks = intervalText(rankLow, rankHigh, 0);
  const said = [
    intervalText(low, high, 2),
    rank === undefined ? "" : `rank ${rank}${ranks === "" ? "" : ` (${ranks})`}`,
    inTopGroup === true && rank !== 1 ? "not separated from rank 1" : "",
    shown === undefined ? (reason ?? "") : "",
  ].filter((words) => words !== "");
  return `<td class="number">${escaped(shown ?? "–")}${said.map((words) => `<small>${escaped(words)}</small>`).join("")}${bars(mark)}</td>`;
}

const BAR = { width: 10, height: 18, gap: 2 } as const;

/** How often each mark was given, as bars that say it in words, too. */
function bars({ counts }: HumanMark): string {
  const most = Math.max(0, ...counts);
  if (most === 0) return "";
  const rects = counts.map((count, at) => {
    const height = (count / most) * BAR.height;
    const x = at * (BAR.width + BAR.gap);
    return `<rect x="${x}" y="${(BAR.height - height).toFixed(1)}" width="${BAR.width}" height="${height.toFixed(1)}" fill="currentColor"/>`;
  });
  const width = counts.length * (BAR.width + BAR.gap);
  return `<small><svg class="bars" role="img" aria-label="Marks 1 to 5: ${counts.join(", ")}" width="${width}" height="${BAR.height}" viewBox="0 0 ${width} ${BAR.height}">${rects.join("")}</svg></small>`;
}
