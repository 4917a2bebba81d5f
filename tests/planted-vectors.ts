import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_VECTORS, openWordVectors } from "../src/models/index.ts";
import { sha256 } from "../src/storage/index.ts";

/** Leaves small vectors in a home where the compact form of the default ones would lie. */
export async function plantVectors(home: string): Promise<void> {
  const path = join(home, "planted.txt");
  mkdirSync(home, { recursive: true });
  writeFileSync(path, "a 1 2\n");
  (await openWordVectors({ home, path })).close();
  const [file] = readdirSync(join(home, "vectors")).filter((name) => name.endsWith(".vectors"));
  const key = `${DEFAULT_VECTORS.package}@${DEFAULT_VECTORS.version}`;
  const note = join(home, "vectors", "sources", `${sha256(key).slice(0, 24)}.json`);
  writeFileSync(note, JSON.stringify({ key, file }));
}

/** Makes a folder look as if a version of the default package was installed there. */
export function plantPackage(folder: string, version: string, json = "{}"): void {
  const place = join(folder, "node_modules", DEFAULT_VECTORS.package);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ version }));
  writeFileSync(join(place, `${DEFAULT_VECTORS.package}.json`), json);
}
