import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const WEB = fileURLToPath(new URL("../", import.meta.url));
const STYLES = readFileSync(join(WEB, "styles.css"), "utf8");

/** Steps of the one spacing scale, in quarters of a rem; 32 is the room behind a bar that stays in sight. */
const STEPS: ReadonlySet<string> = new Set(["0", "1", "2", "3", "4", "6", "8", "12", "16", "32"]);

const components = readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => ({ name, text: readFileSync(join(WEB, name), "utf8") }));

function used(pattern: RegExp): readonly string[] {
  return components.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([whole, value]) => `${name}: ${value ?? whole}`),
  );
}

function valuesOf(found: readonly string[]): readonly string[] {
  return [...new Set(found.map((line) => line.split(": ")[1] ?? ""))];
}

describe("the design system", () => {
  it("has one spacing scale: paddings, margins and gaps take its steps only", () => {
    const found = used(
      /(?<![\w-])-?(?:[pm][xytrbl]?|gap(?:-[xy])?|space-[xy])-(\d+(?:\.\d+)?)(?![\w.])/g,
    );
    expect(found.length).toBeGreaterThan(200);
    expect(found.filter((line) => !STEPS.has(line.split(": ")[1] ?? ""))).toEqual([]);
  });

  it("has one type scale: every size of type is one of its names", () => {
    const names = new Set([...STYLES.matchAll(/--text-([a-z]+):/g)].map(([, name]) => name));
    expect([...names].sort()).toEqual(["base", "display", "lead", "mini", "small", "title"]);
    expect(used(/(?<![\w-])text-\[\d[^\]]*\]/g)).toEqual([]);
    expect(used(/(?<![\w-])text-(xs|sm|lg|xl|\dxl)(?![\w-])/g)).toEqual([]);
  });

  it("has one palette: no colour stands in a component", () => {
    expect(used(/#[0-9a-f]{6}\b/gi)).toEqual([]);
    expect(used(/\b(?:rgb|hsl|oklch)a?\(/g)).toEqual([]);
    const shades = /(?<![\w-])(?:bg|text|border)-((?:gray|slate|red|blue|green|amber|zinc)-\d+)/g;
    expect(valuesOf(used(shades))).toEqual([]);
  });

  it("gives every colour a value in light and in dark", () => {
    const [light = "", dark = ""] = [/:root \{([^}]*)\}/, /data-theme="dark"\] \{([^}]*)\}/].map(
      (block) => block.exec(STYLES)?.[1],
    );
    const namesOf = (text: string): readonly string[] =>
      [...text.matchAll(/--([\w-]+):/g)].map(([, name = ""]) => name).sort();
    expect(namesOf(light).length).toBeGreaterThan(20);
    expect(namesOf(dark)).toEqual(namesOf(light));
  });
});
