import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import bidiFactory, { type Bidi } from "bidi-js";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import type { Manuscript } from "./manuscript.ts";
import { heading, paragraph } from "./manuscript-samples.ts";
import { manuscriptMarkdown } from "./markdown.ts";
import { manuscriptPdf } from "./pdf.ts";
import { bodyNodes } from "./pdf-content.ts";
import { type FontFile, openPdfFonts } from "./pdf-fonts.ts";
import { numberedBlocks } from "./sections.ts";

/** The package has its function under another name than its types say. */
const openBidi = bidiFactory as unknown as () => Bidi;

const path = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf",
);
const CHINESE_FONT: FontFile = { name: "ZCOOLXiaoWei.ttf", bytes: readFileSync(path) };

const CHINESE: Manuscript = {
  title: "灯塔",
  author: "王小明",
  language: "zh",
  date: "2026-11-30",
  complete: true,
  blocks: [
    heading(2, "第一夜"),
    paragraph(
      "海很安静。“你听见了吗？”她问。钟在水下响了三声，没有人回答；渡船晚了二十分钟（像往常一样）。",
    ),
    heading(3, "The ferry 渡船"),
    paragraph("The word for ferry is 渡船, and Zoë wrote it down: 渡, 船 — 2 signs, № 7."),
    paragraph("很".repeat(400)),
  ],
};

/** Every stretch of text in a piece of a PDF, with the font that it names. */
function stretches(node: unknown): { text: string; font?: string }[] {
  if (Array.isArray(node)) return node.flatMap(stretches);
  if (typeof node !== "object" || node === null) return [];
  const { text, font, stack, columns } = node as Record<string, unknown>;
  if (typeof text === "string") return [{ text, ...(typeof font === "string" ? { font } : {}) }];
  return [text, stack, columns].flatMap(stretches);
}

describe("a document in Chinese", () => {
  it("says the same in PDF as in Markdown, in a font of its own", async () => {
    const bytes = await manuscriptPdf(CHINESE, { fonts: [CHINESE_FONT] });
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { text } = await extractText(pdf, { mergePages: false });
    const squeezed = (shown: string): string => shown.replace(/\s+/g, "");
    expect(squeezed(text[0] ?? "")).toBe("灯塔王小明2026年11月30日");
    expect(squeezed(text[1] ?? "")).toBe("目录1第一夜31.1Theferry渡船32");
    const lines = manuscriptMarkdown(CHINESE).replace(/^---\n[\s\S]*?\n---\n/, "");
    const body = squeezed(lines.replace(/^#.*灯塔$/m, ""))
      .replace("##第一夜", "1第一夜")
      .replace("###Theferry", "1.1Theferry");
    expect(squeezed(text.slice(2).join(""))).toBe(`${body}3`);
    expect(Buffer.from(bytes).toString("latin1")).toContain("ZCOOLXiaoWei");
  });

  it("has no stretch in a font that lacks one of its characters, section numbers among them", async () => {
    const fonts = await openPdfFonts([CHINESE_FONT]);
    const nodes = bodyNodes(numberedBlocks(CHINESE), { fonts, bidi: openBidi() }, true);
    const shown = stretches(nodes).filter(({ text }) => text.trim() !== "" || text === "\u2002");
    expect(shown.map(({ text }) => text)).toContain("第一夜");
    for (const { text, font } of shown) expect(fonts.runs(text, false)).toEqual([{ text, font }]);
  });

  it("is refused without a font for it: each character is shown, the first ones with their place", async () => {
    await expect(manuscriptPdf(CHINESE)).rejects.toMatchObject({
      code: "missing-glyph",
      message: [
        "PDF: no font has the character 灯 (U+706F) in the title, 塔 (U+5854) in the title, ",
        "王 (U+738B) in the title page, 小 (U+5C0F) in the title page, 明 (U+660E) in the title page, ",
        "and 47 more: 年月日目录第一夜海很安静。你听见了吗？她问钟在水下响三声，没有人回答；渡船晚二十….",
      ].join(""),
      hint: "Name a font that has them: --font FILE (.ttf, .otf, .ttc), for instance Noto Serif SC.",
    });
  });

  it("is refused with a font for other languages, which is named", async () => {
    const korean: Manuscript = { ...CHINESE, language: "ko", blocks: [paragraph("灯 등대")] };
    await expect(manuscriptPdf(korean, { fonts: [CHINESE_FONT] })).rejects.toMatchObject({
      message: expect.stringContaining(
        "neither ZCOOLXiaoWei.ttf nor the shipped fonts have the character 년 (U+B144) in the title page",
      ),
      hint: expect.stringContaining("Noto Serif KR"),
    });
  });
});

describe("the font that is named for missing letters", () => {
  it.each([
    ["ja", "灯台", "Noto Serif JP"],
    ["zh-TW", "燈塔", "Noto Serif TC"],
    ["en", "दीप", "Noto Serif Devanagari"],
    ["th", "ประภาคาร", "Noto Serif Thai"],
  ])("follows from language and letters: %s %s", async (language, text, font) => {
    const manuscript = { blocks: [paragraph(text)], language, complete: true };
    await expect(manuscriptPdf(manuscript)).rejects.toMatchObject({
      hint: expect.stringContaining(`for instance ${font}.`),
    });
  });
});
