import { describe, expect, it } from "vitest";
import { authoredText } from "./authored-text.ts";

function authored(...lines: readonly string[]): string[] {
  return authoredText(lines.join("\n")).split("\n");
}

describe("authoredText", () => {
  it("keeps a text in which nothing is quoted, white space inside included", () => {
    expect(authored("Hello,", "", "  two  spaces", "> 3 is a number? No: 4 > 3.")).toEqual([
      "Hello,",
      "",
      "  two  spaces",
    ]);
    expect(authored("a = b > c", "and that is all")).toEqual(["a = b > c", "and that is all"]);
  });

  it.each([
    ["Ann Lee <ann@example.org> wrote:"],
    ["On Mon, 6 Jan 2003, Ann Lee wrote:"],
    ["On Mon, 6 Jan 2003 09:00:00 +0100\nAnn Lee <ann@example.org> wrote:"],
    ["On Mon, Jan 6, 2003 at 9:00 AM, Ann Lee\n<ann.lee@example.org>\nwrote:"],
    ["Am 06.01.2003 um 09:00 schrieb Ann Lee:"],
    ["Le lun. 6 janv. 2003 à 09:00, Ann Lee <ann@example.org> a écrit :"],
    ["El lun, 6 ene 2003 a las 9:00, Ann Lee (<ann@example.org>) escribió:"],
  ])("takes a quote with its introduction %j out", (introduction) => {
    const body = `Yes.\n\n${introduction}\n\n> Are you coming?\n>\n>> And when?\n\nAt nine.`;
    expect(authoredText(body)).toBe("Yes.\n\nAt nine.");
  });

  it("does not take a sentence before a quote for its introduction", () => {
    expect(authored("On the other hand, I agree.", "> Quoted.", "Indeed.")).toEqual([
      "On the other hand, I agree.",
      "",
      "Indeed.",
    ]);
  });

  it("takes lines marked with initials out", () => {
    expect(authored("AL> Are you coming?", "Yes.")).toEqual(["Yes."]);
  });

  it("takes the rest of a long quoted line out, which a program broke off", () => {
    const quoted = `> ${"a long line of somebody else's words ".repeat(2)}that`;
    expect(authored(quoted, "goes on", "> here.", "Mine.")).toEqual(["Mine."]);
    expect(authored("> Tea?", "yes", "> Milk?", "no")).toEqual(["yes", "", "no"]);
  });

  it("ends where a reply without quote marks begins", () => {
    expect(
      authored("Fine.", "", "On Mon, Jan 6, 2003 at 9:00 AM Ann Lee wrote:", "", "Their words."),
    ).toEqual(["Fine."]);
  });

  it("keeps an answer below an introduction whose quote was cut out", () => {
    expect(
      authored("On Mon, 6 Jan 2003 Ann Lee wrote:", "<snip>", "> Tea?", "", "Yes, please."),
    ).toEqual(["<snip>", "", "Yes, please."]);
  });

  it.each([
    ["-----Original Message-----"],
    ["---------- Forwarded message ----------"],
    ["---------------------- Forwarded by Ann Lee on 01/06/2003 09:00 AM ----------------------"],
    ["Begin forwarded message:"],
    ["-----Ursprüngliche Nachricht-----"],
    [
      "From: Ann Lee <ann@example.org>\nSent: Monday, January 6, 2003 9:00 AM\nTo: Bob\nSubject: Tea",
    ],
    ["________________________________\nFrom: Ann Lee\nSent: Monday\nTo: Bob"],
  ])("ends before the mail that %j introduces", (start) => {
    expect(authoredText(`See below.\n\n${start}\n\nNot mine.`)).toBe("See below.");
  });

  it("ends before a signature, and before the footer of a mailing list", () => {
    expect(authored("Bye.", "-- ", "Ann", "Director")).toEqual(["Bye."]);
    expect(authored("Bye.", "--", "Ann")).toEqual(["Bye."]);
    expect(authored("Bye.", "_".repeat(47), "To unsubscribe, see there.")).toEqual(["Bye."]);
    expect(authored("Bye.", "", "Sent from my phone")).toEqual(["Bye."]);
  });

  it("keeps a line drawn in the middle of a text", () => {
    const ruled = ["Part one.", "-".repeat(30), "Part two."];
    expect(authored(...ruled)).toEqual(ruled);
    const dash = ["One.", "--", ...Array.from({ length: 20 }, (_, at) => `Line ${at}.`)];
    expect(authored(...dash)).toEqual(dash);
  });

  it("takes the lines of a PGP signature out", () => {
    expect(
      authored(
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "Hash: SHA1",
        "",
        "Mine.",
        "-----BEGIN PGP SIGNATURE-----",
        "",
        "iQEzBAEB",
        "-----END PGP SIGNATURE-----",
      ),
    ).toEqual(["Mine."]);
  });

  it("keeps a single line that a program protected with >From, and drops it inside a quote", () => {
    expect(authored("One.", ">From there we went.", "Two.")).toEqual([
      "One.",
      ">From there we went.",
      "Two.",
    ]);
    expect(authored("One.", "> Quoted.", ">From there we went.", "Two.")).toEqual([
      "One.",
      "",
      "Two.",
    ]);
  });

  it("is empty where all is quoted", () => {
    expect(authoredText("> One.\n> Two.")).toBe("");
  });
});
