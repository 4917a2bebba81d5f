import { DEMO_PEOPLE, type DemoPerson, type Passwords } from "./demo-people.ts";

/** What a guide tells. */
export interface GuideFacts {
  /** Address of the server. */
  readonly url: string;
  /** Everybody's password. */
  readonly passwords: Passwords;
  /** Model that the texts were made with. */
  readonly model: string;
}

/** Somebody to sign in as. */
export interface GuidePerson extends DemoPerson {
  /** Password. */
  readonly password: string;
  /** Address that leads through the sign-in to the page to begin with. */
  readonly signIn: string;
}

/**
 * Who there is to sign in as.
 *
 * @param facts - Address and passwords.
 * @returns Everybody, in the order of the table.
 */
export function guidePeople({ url, passwords }: GuideFacts): readonly GuidePerson[] {
  return DEMO_PEOPLE.map((person) => ({
    ...person,
    password: passwords[person.name] ?? "",
    signIn: `${url}/sign-in?next=${encodeURIComponent(person.page)}`,
  }));
}

/**
 * The table for a terminal.
 *
 * @param facts - Address and passwords.
 * @returns Lines.
 */
export function guideLines(facts: GuideFacts): readonly string[] {
  const people = guidePeople(facts);
  const width = Math.max(...people.map(({ name }) => name.length));
  return people.flatMap(({ name, password, role, shows, signIn }) => [
    `  ${name.padEnd(width)}  ${password}  ${role}`,
    `  ${" ".repeat(width)}  ${shows}: ${signIn}`,
  ]);
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b18; --quiet: #5c574f; --ground: #faf8f4; --line: #dcd6cb; --link: #0b5c7a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8e1; --quiet: #aaa397; --ground: #191816; --line: #3a3732; --link: #7cc4e0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
p { max-width: 42rem; color: var(--quiet); }
a { color: var(--link); }
ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
li { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; display: grid; gap: .35rem; align-content: start; }
h2 { font-size: 1rem; margin: 0; }
.role, .shows { color: var(--quiet); }
code { display: block; font: .95rem ui-monospace, monospace; white-space: nowrap; user-select: all; }
`;

/**
 * A page with links to sign in by, which loads nothing and runs no script.
 *
 * @param facts - Address, passwords, model.
 * @returns HTML.
 */
export function guidePage(facts: GuideFacts): string {
  const items = guidePeople(facts).map(
    ({ name, password, role, shows, signIn }) => `<li>
<h2>Sign in as ${escaped(name)}</h2>
<div class="role">${escaped(role)}</div>
<div>Password <code>${escaped(password)}</code></div>
<div class="shows">${escaped(shows)}.</div>
<div><a href="${escaped(signIn)}">Open the sign-in</a></div>
</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Longhand demo: sign in as …</title>
<style>${STYLE}</style>
<main>
<h1>Longhand demo</h1>
<p>Texts were made on this machine by ${escaped(facts.model)}, texts by people are in the public domain, and marks of raters are drawn by
chance. A browser window is one person at a time: open a private window for a second one. Without signing in:
<a href="${escaped(facts.url)}/challenges">the challenges and their boards</a>.</p>
<ul>
${items.join("\n")}
</ul>
</main>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
