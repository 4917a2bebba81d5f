import { describe, expect, it } from "vitest";
import { guideLines, guidePage, guidePeople } from "./demo-guide.ts";
import { DEMO_PEOPLE } from "./demo-people.ts";

const FACTS = {
  url: "http://127.0.0.1:4321",
  model: "<model>",
  passwords: Object.fromEntries(DEMO_PEOPLE.map(({ name }, at) => [name, `password-${at}`])),
};

describe("who there is to sign in as", () => {
  it("is told with a password and an address that leads through the sign-in", () => {
    const [organiser] = guidePeople(FACTS);
    expect(organiser).toMatchObject({
      name: "Olga Organiser",
      password: "password-0",
      signIn: "http://127.0.0.1:4321/sign-in?next=%2Fchallenges",
    });
    const lines = guideLines(FACTS);
    for (const { name, password } of guidePeople(FACTS)) {
      expect(lines.some((line) => line.includes(name) && line.includes(password))).toBe(true);
    }
  });

  it("is told on a page that runs no script and escapes what it shows", () => {
    const page = guidePage(FACTS);
    expect(page).not.toContain("<script");
    expect(page).toContain("&lt;model&gt;");
    for (const { name } of DEMO_PEOPLE) expect(page).toContain(`Sign in as ${name}`);
  });
});
