import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";

/** Widths at which pages are looked at, in pixels. */
const WIDTHS = [360, 768, 1280] as const;
const THEMES = ["light", "dark"] as const;
/** Tallest picture: of a long text its beginning will do. */
const MOST_PIXELS = 4_000;

/** Where pictures of pages are kept; git ignores them. */
const FOLDER = resolve("tests/browser/screenshots");

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Listens for faults of scripts and for what the policy of content refuses; answers of 4xx are no fault. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = /status of 4\d\d|ERR_FAILED/.test(message.text());
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  return faults;
}

/** Looks at a page at three widths in light and dark, keeps pictures, and says what is wrong. */
export async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  mkdirSync(FOLDER, { recursive: true });
  await page.evaluate("scrollTo(0, 0)");
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const place = `${name} at ${width} in ${theme}`;
      const [tall, over] = await sizeOf(page);
      const clip = { x: 0, y: 0, width, height: Math.min(tall, MOST_PIXELS) };
      const path = join(FOLDER, `${name}-${width}-${theme}.png`);
      await page.screenshot({ path, clip, fullPage: true, animations: "disabled" });
      if (over > 0) found.push(`${place}: ${over} pixels too wide`);
      found.push(...(await violationsOf(page)).map((violation) => `${place}: ${violation}`));
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(before);
  return found;
}

async function sizeOf(page: Page): Promise<readonly [number, number]> {
  return (await page.evaluate(
    "[document.documentElement.scrollHeight, document.documentElement.scrollWidth - document.documentElement.clientWidth]",
  )) as [number, number];
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${AXE};undefined`);
  const options = { runOnly: { type: "tag", values: RULES }, resultTypes: ["violations"] };
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({
        id, nodes: nodes.slice(0, 3).map(({ target, failureSummary }) => ({ target, failureSummary })),
      })),
    )`,
  )) as readonly Violation[];
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes)}`);
}
