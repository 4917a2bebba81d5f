import { describe, expect, it } from "vitest";
import type { Board, BoardRow } from "../../records/index.ts";
import { boardPage } from "./board-page.ts";

const AT_MS = Date.UTC(2027, 3, 30, 11, 59);

function row(team: string, more: Partial<BoardRow> = {}): BoardRow {
  return {
    teamId: team,
    team,
    system: "one",
    submissionId: `s-${team}`,
    submittedAtMs: AT_MS,
    others: {},
    flags: [],
    ...more,
  };
}

const BOARD: Board = {
  challengeId: "tales",
  track: "main",
  metric: "rouge-l",
  direction: "higher",
  signature: "rouge-l|v:1",
  part: "public",
  asOfMs: AT_MS,
  frozen: false,
  referenceVersion: 2,
  ranked: [
    row("<script>alert(1)</script>", {
      rank: 1,
      shown: "0.4123",
      low: 0.4,
      high: 0.4246,
      rankLow: 1,
      rankHigh: 2,
      inTopGroup: true,
    }),
    row('Q & "R"', { rank: 1, shown: "0.4123", inTopGroup: true }),
  ],
  unranked: [row("Late", { reason: "score-null", reasonText: "no score: null" })],
  lead: "top-group",
  notes: ["Only the public part counts."],
};

describe("boardPage", () => {
  const page = boardPage({
    title: "Tales <1>",
    tracks: [{ id: "main", title: "Main" }],
    board: BOARD,
  });

  it("shows what people wrote as text", () => {
    expect(page).not.toContain("<script");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("Q &amp; &quot;R&quot;");
    expect(page).toContain("<h1>Tales &lt;1&gt;: board</h1>");
  });

  it("keeps the order of the board, reasons below the ranks", () => {
    const order = [...page.matchAll(/data-submission="([^"]+)"/g)].map(([, id]) => id);
    expect(order).toEqual([
      "s-&lt;script&gt;alert(1)&lt;/script&gt;",
      "s-Q &amp; &quot;R&quot;",
      "s-Late",
    ]);
    expect(page).toContain("<td>no score: null</td>");
  });

  it("says how sure the numbers are, and what they are", () => {
    expect(page).toContain("0.4000 – 0.4246");
    expect(page).toContain("1 – 2");
    expect(page).toContain("These teams are not separated from rank 1.");
    expect(page).toContain("Only the public part counts.");
    expect(page).toContain("<code>rouge-l|v:1</code>. Scores: version 2.");
    expect(page).toContain("As of 2027-04-30 11:59 UTC.");
  });

  it("names other tracks by links, and the other part after the freeze", () => {
    const tracks = [
      { id: "main", title: "Main" },
      { id: "side", title: "Side" },
    ];
    const ranked = [row("Ann", { rank: 1, shown: "0.5000", otherPart: 0.25 })];
    const frozen = boardPage({
      title: "Tales",
      tracks,
      board: { ...BOARD, ranked, part: "private", frozen: true, lead: "winner" },
    });
    expect(frozen).toContain("leaderboard?format=html&amp;track=side");
    expect(frozen).toContain(">Public part</th>");
    expect(frozen).toContain("0.2500");
    expect(
      boardPage({ title: "Tales", tracks, board: { ...BOARD, ranked: [], lead: "none" } }),
    ).toContain("Nobody has a rank yet.");
  });
});
