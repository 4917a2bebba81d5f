import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { expect } from "vitest";
import { hiddenIn, type Person } from "./web-challenge-platform.ts";

/** Widths at which pages are looked at. */
const WIDTHS = [360, 768, 1280] as const;
const THEMES = ["light", "dark"] as const;

/** Where pictures of pages are kept. */
const FOLDER = resolve("tests/browser/screenshots/challenge");

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A window of somebody, with what went wrong in it. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults of scripts, what the policy of content refused, and replies that tell of hidden references. */
  readonly faults: string[];
  /** Waits for the last replies, expects no fault, and closes the window. */
  close(): Promise<void>;
}

/** Opens a window for somebody, or for a visitor. */
export async function openWindow(browser: Browser, person?: Person): Promise<Window> {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Berlin" });
  context.setDefaultTimeout(120_000);
  context.setDefaultNavigationTimeout(120_000);
  if (person !== undefined) await context.addCookies([{ ...person.cookie }]);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // What the server refuses is part of the stories.
    const isRefusal = /status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  const replies: Promise<void>[] = [];
  context.on("response", (response) => {
    replies.push(
      hiddenInReply(response).then((hidden) => {
        if (hidden !== undefined) faults.push(`${response.url()} tells "${hidden}"`);
      }),
    );
  });
  const close = async (): Promise<void> => {
    await Promise.all(replies);
    expect(faults).toEqual([]);
    expect(hiddenIn(await page.content())).toBeUndefined();
    await context.close();
  };
  return { page, context, faults, close };
}

/** What a reply tells of hidden references: every body that a page was sent is looked through. */
async function hiddenInReply(response: Response): Promise<string | undefined> {
  const type = response.headers()["content-type"] ?? "";
  // Streams of events do not end; they carry ids only.
  if (type.startsWith("text/event-stream")) return undefined;
  // Redirects and replies to pages that were left have no body.
  const body = await response.body().catch(() => undefined);
  return body === undefined ? undefined : hiddenIn(body.toString("latin1"));
}

/** What is wrong with a page: for those who cannot see it, and for narrow windows. */
interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
  }[];
  readonly overflow: number;
}

/** Looks at a page at three widths in light and dark, keeps pictures, and says what is wrong. */
export async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  mkdirSync(FOLDER, { recursive: true });
  const before = page.viewportSize();
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const file = join(FOLDER, `${name}-${width}-${theme}.png`);
      await page.evaluate("scrollTo(0, 0)");
      await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
      const { violations, overflow } = await findingsOf(page, width !== 768);
      const place = `${name} at ${width} in ${theme}`;
      if (overflow > 0) found.push(`${place}: ${overflow} pixels too wide`);
      for (const { id, nodes } of violations) {
        found.push(`${place}: ${id}: ${JSON.stringify(nodes.slice(0, 3))}`);
      }
    }
  }
  const hidden = hiddenIn(await page.content());
  if (hidden !== undefined) found.push(`${name}: the page tells "${hidden}"`);
  await page.emulateMedia({ colorScheme: "light" });
  if (before !== null) await page.setViewportSize(before);
  return found;
}

async function findingsOf(page: Page, withAxe: boolean): Promise<Findings> {
  const overflow = (await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  )) as number;
  if (!withAxe) return { violations: [], overflow };
  await page.evaluate(`${AXE};undefined`);
  const options = { runOnly: { type: "tag", values: RULES }, resultTypes: ["violations"] };
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({
      violations: violations.map(({ id, nodes }) => ({
        id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
      })),
    }))`,
  )) as Pick<Findings, "violations">;
  return { violations, overflow };
}
