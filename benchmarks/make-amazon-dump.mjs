// Writes a synthetic dump in the form of Amazon Reviews 2018, with its quirks: null ratings, texts with
// HTML, exact duplicates, products without metadata, unpadded days, votes such as "1,024".
// The same seed and number give the same bytes. Memory does not grow with the number of reviews.
//
//   node benchmarks/make-amazon-dump.mjs --reviews 20000000 --out dump
//
// writes dump/reviews.jsonl (about 500 bytes a review) and dump/metadata.jsonl.
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    reviews: { type: "string", default: "100000" },
    out: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const reviewCount = Number(options.reviews);
if (!Number.isSafeInteger(reviewCount) || reviewCount < 1 || options.out === undefined) {
  process.stderr.write("usage: make-amazon-dump.mjs --reviews N --out FOLDER [--seed 1]\n");
  process.exit(2);
}

const FLUSH_CHARACTERS = 1 << 20;
const RECENT_LINES = 997;
const PHRASES = 8192;
const LONG_REVIEW_WORDS = 120;

// Several thousand of twenty million reviews' writers are devoted: they write much, and at length.
const productCount = Math.max(10, Math.ceil(reviewCount / 20));
const devotedCount = Math.max(12, Math.round(reviewCount * 0.0003));
const otherCount = Math.max(20, Math.ceil(reviewCount / 4));
const DEVOTED_SHARE = 0.048;

/** sfc32: quick, and the same numbers on every machine. */
function generator(seed) {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 15; round++) next();
  return next;
}

const next = generator(Number(options.seed) * 2654435761);
const below = (bound) => Math.floor(next() * bound);
const oneOf = (list) => list[below(list.length)];
const chance = (share) => next() < share;

const SMALL_WORDS =
  "the a and of to it is in was for this that with on my but not very as are we they so have".split(
    " ",
  );
const SYLLABLES =
  "ba be bo da de di fa fe ka ke ko la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi".split(
    " ",
  );
const VOCABULARY = Array.from({ length: 12_000 }, () => {
  let word = "";
  for (let part = 2 + below(3); part > 0; part--) word += oneOf(SYLLABLES);
  return word;
});

/** A word; frequent ones are much more frequent than rare ones. */
const word = () =>
  chance(0.45) ? oneOf(SMALL_WORDS) : VOCABULARY[Math.floor(12_000 * next() ** 3)];

/** As they stand in JSON: with escapes. Each has exactly eight words. */
const phrases = Array.from({ length: PHRASES }, (_, at) => {
  const words = Array.from({ length: 8 }, word);
  if (at % 11 === 0) words[3] = `${words[3]},`;
  if (at % 97 === 0) words[5] = "caf\\u00e9";
  if (at % 131 === 0) words[2] = '\\"quoted\\"';
  if (at % 151 === 0) words[4] = "&amp;";
  if (at % 173 === 0) words[6] = `${words[6]}<br /><br />${words[1]}`;
  words[0] = words[0][0].toUpperCase() + words[0].slice(1);
  return `${words.join(" ")}${at % 29 === 0 ? "!\\n" : ". "}`;
});

function text(wordCount) {
  let made = "";
  for (let words = wordCount; words > 0; words -= 8) made += phrases[below(PHRASES)];
  return made.endsWith(" ") ? made.slice(0, -1) : made;
}

const BASE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** An id like those of the source; unlike for unlike numbers. */
function code(prefix, number, digits) {
  let rest = (number * 2654435761 + 12345) % 2821109907456;
  let made = "";
  for (let digit = 0; digit < digits; digit++) {
    made += BASE[rest % 36];
    rest = Math.floor(rest / 36);
  }
  return prefix + number.toString(36).toUpperCase().padStart(6, "0") + made;
}

const reviewer = (number) => code("A", number, 7);
const product = (number) => code("B0", number, 2);

function reviewWords(isDevoted) {
  if (isDevoted && chance(0.85)) return LONG_REVIEW_WORDS + below(240);
  // Log-normal, about 25 words in the middle; few are long.
  const normal = next() + next() + next() + next() - 2;
  return Math.max(1, Math.min(900, Math.round(25 * Math.exp(1.5 * normal))));
}

function rating() {
  const drawn = next();
  if (drawn < 0.001) return "null";
  if (drawn < 0.0012) return '"3.0"';
  if (drawn < 0.6) return "5.0";
  if (drawn < 0.78) return "4.0";
  if (drawn < 0.87) return "3.0";
  return drawn < 0.92 ? "2.0" : "1.0";
}

const DAY_SECONDS = 86_400;
const FIRST_DAY = 11_000;

/** All days as both fields show them: 2000-02-13 and 6,800 more. */
const days = Array.from({ length: 6_800 }, (_, at) => {
  const seconds = (FIRST_DAY + at) * DAY_SECONDS;
  const date = new Date(seconds * 1000);
  const month = String(date.getUTCMonth() + 1).padStart(2, "0");
  const shown = `${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  return { shown: `"reviewTime": "${shown}", `, seconds };
});

function review() {
  const isDevoted = chance(DEVOTED_SHARE);
  const writer = isDevoted
    ? Math.floor(devotedCount * next() ** 1.3)
    : devotedCount + Math.floor(otherCount * next() ** 2);
  const day = oneOf(days);
  let line = `{"overall": ${rating()}, `;
  if (chance(0.1)) line += `"vote": "${chance(0.02) ? `1,${100 + below(900)}` : 1 + below(60)}", `;
  line += `"verified": ${chance(0.8)}, ${day.shown}"reviewerID": "${reviewer(writer)}", "asin": "${product(Math.floor(productCount * next() ** 2))}", `;
  if (chance(0.3))
    line += `"style": {"Size:": " ${oneOf(["Large", "Small"])}", "Color:": " Blue"}, `;
  if (chance(0.99)) line += `"reviewerName": "${oneOf(VOCABULARY)} ${oneOf(VOCABULARY)}", `;
  if (chance(0.9995))
    line += `"reviewText": "${chance(0.0002) ? "" : text(reviewWords(isDevoted))}", `;
  if (chance(0.9995))
    line += `"summary": "${phrases[below(PHRASES)].slice(0, 12 + below(30)).replace(/[\\"].*$/, "")}", `;
  line += `"unixReviewTime": ${day.seconds}`;
  if (chance(0.02)) line += `, "image": ["https://images.example.org/${below(1e6)}.jpg"]`;
  return `${line}}\n`;
}

function description() {
  const drawn = next();
  if (drawn < 0.05) return "";
  if (drawn < 0.1) return '"description": [], ';
  if (drawn < 0.13) return '"description": [""], ';
  if (drawn < 0.15) return `"description": "${text(20)}", `;
  if (drawn < 0.4)
    return `"description": ["<p>${text(24)}</p><ul><li>${text(8)}</li></ul>", "${text(16)}"], `;
  return `"description": ["${text(8 + below(60))}"], `;
}

function metadata(number) {
  const price = oneOf(['"$19.99"', '""', "31.7", '"$1,024.00"']);
  return `{"category": ["Tools"], ${description()}"title": "${phrases[below(PHRASES)].slice(0, 20).replace(/[\\"].*$/, "")}", "brand": "${oneOf(VOCABULARY)}", "price": ${price}, "asin": "${product(number)}"}\n`;
}

function writeLines(path, lines) {
  const file = openSync(path, "w");
  let gathered = "";
  for (const line of lines) {
    gathered += line;
    if (gathered.length < FLUSH_CHARACTERS) continue;
    writeSync(file, gathered);
    gathered = "";
  }
  writeSync(file, gathered);
  closeSync(file);
}

function* reviews() {
  const recent = [];
  for (let at = 0; at < reviewCount; at++) {
    // Exact duplicates stand some lines further down, as in the source.
    const line = at > RECENT_LINES && chance(0.01) ? oneOf(recent) : review();
    recent[at % RECENT_LINES] = line;
    yield line;
  }
}

function* products() {
  for (let number = 0; number < productCount; number++) {
    if (chance(0.03)) continue;
    yield metadata(number);
    if (chance(0.005)) yield metadata(number);
  }
}

mkdirSync(options.out, { recursive: true });
writeLines(join(options.out, "reviews.jsonl"), reviews());
writeLines(join(options.out, "metadata.jsonl"), products());
