import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import { terminalSafe } from "../../text/index.ts";
import { escapeHtml, escapeHtmlBody } from "./escape-html.ts";
import { html } from "./markup.ts";

describe("escapeHtml", () => {
  it("escapes markup and quotes", () => {
    expect(escapeHtml(`<b a="1" c='2'>&\``)).toBe(
      "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&#96;",
    );
  });

  it("shows what is not seen: control characters, overrides, lone surrogates", () => {
    expect(escapeHtml("\u0000\u001b[31m \u202e \ud800")).toBe("\\u0000\\u001b[31m \\u202e \\ud800");
    expect(escapeHtml("a\tb\nc")).toBe("a\tb\nc");
    expect(escapeHtml("👩‍👩‍👧 שלום")).toBe("👩‍👩‍👧 שלום");
  });

  it("sets such escapes apart in the body, so that they are not taken for the text's own", () => {
    expect(escapeHtmlBody("\u001b \\u001b")).toBe('<span class="unseen">\\u001b</span> \\u001b');
  });

  it.each(reportTraps())(
    "shows the trap of $cell as text, in the body and in an attribute",
    (trap) => {
      const page = html`<!doctype html><html><body><p title="${trap.text}">${trap.text}</p></body></html>`;
      const { document } = parseHTML(page.source);
      const [only, ...more] = document.querySelectorAll("body *");
      expect(more).toEqual([]);
      expect(only?.textContent).toBe(terminalSafe(trap.text));
      expect(only?.getAttribute("title")).toBe(terminalSafe(trap.text));
    },
  );

  it("makes no element and no attribute of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeHtmlBody(text).replaceAll(/<span class="unseen">|<\/span>/g, "")).not.toMatch(
          /[<>"'`]/,
        );
        expect(escapeHtml(text)).not.toMatch(/[<>"'`]/);
      }),
    );
  });
});

describe("html", () => {
  it("escapes texts and numbers, keeps markup, leaves out what is undefined", () => {
    const list = [html`<i>${"<"}</i>`, html`<b>${1}</b>`];
    expect(html`<p>${list}${undefined}${"&"}</p>`.source).toBe("<p><i>&lt;</i><b>1</b>&amp;</p>");
  });
});
