import { describe, expect, it } from "vitest";
import { manuscriptHtml } from "./html.ts";
import type { Manuscript } from "./manuscript.ts";
import { manuscriptMarkdown } from "./markdown.ts";

const manuscript: Manuscript = {
  title: "Lamp & <b>rope</b>",
  language: "en",
  complete: false,
  blocks: [
    { kind: "heading", level: 2, text: "One", node: "a" },
    { kind: "paragraph", text: "1. <script>alert(1)</script> and *stars*", node: "b" },
    { kind: "missing", reason: "refused", node: "c" },
  ],
};

describe("manuscriptMarkdown", () => {
  it("marks what is missing, and keeps prose from being read as markup", () => {
    expect(manuscriptMarkdown(manuscript, { ids: true })).toBe(
      [
        "# Lamp & <b>rope</b>",
        "> Draft: parts of this document are missing.",
        "<!-- node a -->",
        "## One",
        "<!-- node b -->",
        "1\\. \\<script>alert(1)\\</script> and \\*stars\\*",
        "<!-- node c -->",
        "> [This part is missing: refused]\n",
      ].join("\n\n"),
    );
  });
});

describe("manuscriptHtml", () => {
  it("escapes every text and loads nothing", () => {
    const html = manuscriptHtml(manuscript);
    expect(html).toContain("<h1>Lamp &amp; &lt;b&gt;rope&lt;/b&gt;</h1>");
    expect(html).toContain('<h2 id="na"><span class="number">1</span> <bdi>One</bdi></h2>');
    expect(html).not.toMatch(/<script|src=|https?:/);
    expect(html).toContain("This part is missing: refused");
  });
});
