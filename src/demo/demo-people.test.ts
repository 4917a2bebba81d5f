import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DEMO_PEOPLE, drawPassword } from "./demo-people.ts";

describe("passwords of the demo", () => {
  it("are four groups of five letters, and never the same", () => {
    const drawn = DEMO_PEOPLE.map(() => drawPassword(randomBytes));
    for (const password of drawn) {
      expect(password).toMatch(/^(?:[2-9a-hjkmnp-z]{5}-){3}[2-9a-hjkmnp-z]{5}$/);
    }
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it("leave out bytes that would make some letters likelier", () => {
    // 248 is 8 × 31: 248 to 255 are drawn anew, 0 is the first letter.
    let asked = 0;
    const password = drawPassword((count) => new Uint8Array(count).fill(asked++ === 0 ? 255 : 0));
    expect(password).toBe("22222-22222-22222-22222");
    expect(asked).toBe(2);
  });
});
