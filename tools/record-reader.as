// Looks records of JSON over, counts the words of their texts, takes values out into columns and hashes them, in
// AssemblyScript. Compiled by make-record-reader.mjs into src/corpus/tables/record-reader-module.ts;
// docs/design/dump-import.md says why it is not JavaScript.
//
// The caller lays out the memory above HEAP, and sees to it that 32 bytes can be read behind a block.

// What stands behind the looked-for keys, by number of the key: 32-bit numbers, in the order of the keys.
const KINDS: usize = 1024;
const STARTS: usize = 1152;
const ENDS: usize = 1280;
const WORDS: usize = 1408;
const FLAGS: usize = 1536;
const MAX_WANTED: i32 = 32;

// The looked-for keys: for each 32 bytes, its length, its hash, and up to 24 bytes of its name.
const NAMES: usize = 2048;
// By the last bits of a hash: the first key that may have it; 255 if there is none.
const SLOTS: usize = 3072;
// Where the next value of each column goes: 32-bit numbers.
const CURSORS: usize = 3328;
// Hashes of the keys of all open objects.
const HASHES: usize = 4096;
const MAX_KEYS: i32 = 4096;
// Four messages that are hashed side by side.
const LANES: usize = 20480;
const STATE: usize = 20608;
// Messages that wait: address, blocks of 64 bytes, address of the hash.
const QUEUE: usize = 20992;
const MAX_QUEUED: u32 = 1024;
/** What the caller lays out begins here. */
export const HEAP: usize = 36864;

const ABSENT: i32 = 0;
const TEXT: i32 = 1;
const NUMBER: i32 = 2;
const FLAG: i32 = 3;
const NOTHING: i32 = 4;
const NESTED: i32 = 5;

// Flags of a text.
const HAS_ESCAPES: i32 = 1;
const HAS_OTHER_SPACES: i32 = 2;
const HAS_OTHER_FORMS: i32 = 4;

const TAB: u32 = 9;
const LINE_FEED: u32 = 10;
const RETURN: u32 = 13;
const SPACE: u32 = 32;
const QUOTE: u32 = 34;
const COMMA: u32 = 44;
const COLON: u32 = 58;
const BACKSLASH: u32 = 92;
const OPEN_LIST: u32 = 91;
const CLOSE_LIST: u32 = 93;
const OPEN_OBJECT: u32 = 123;
const CLOSE_OBJECT: u32 = 125;
const MAX_DEPTH: i32 = 64;
const MAX_NUMBER_BYTES: usize = 300;

let at: usize = 0;
let wanted: i32 = 0;
let keyCount: i32 = 0;
// Of the object that is open: bits that its keys' hashes have set.
let bits: u32 = 0;
// The value that was scanned last.
let kind: i32 = 0;
let start: usize = 0;
let end: usize = 0;
let words: i32 = 0;
let flags: i32 = 0;

// Scanning.

/** Adds a key to those that are looked for: plain ASCII, at most 24 bytes, at an address. */
export function addKey(from: usize, length: u32): void {
  if (wanted == 0) memory.fill(SLOTS, 255, 256);
  const hash = hashOf(from, from + length);
  const name = NAMES + (<usize>wanted << 5);
  store<u32>(name, length);
  store<u32>(name + 4, hash);
  memory.copy(name + 8, from, length);
  const slot = SLOTS + (hash & 255);
  if (load<u8>(slot) == 255) store<u8>(slot, <u8>wanted);
  wanted++;
}

/**
 * Looks a line over. What it accepts, every JSON parser reads alike; what it does not accept may still be
 * JSON and wants a closer look. Returns the address of the line feed behind a plain object; 0 otherwise.
 */
export function scan(from: usize): usize {
  at = from;
  keyCount = 0;
  memory.fill(KINDS, 0, <usize>wanted << 2);
  skipSpace();
  if (load<u8>(at) != OPEN_OBJECT || !scanObject(1)) return 0;
  skipSpace();
  return load<u8>(at) == LINE_FEED ? at : 0;
}

/** From the opening brace to behind the closing one. */
function scanObject(depth: i32): bool {
  if (depth > MAX_DEPTH) return false;
  const firstKey = keyCount;
  const outerBits = bits;
  bits = 0;
  at++;
  skipSpace();
  if (load<u8>(at) == CLOSE_OBJECT) {
    at++;
    bits = outerBits;
    return true;
  }
  let next: u32;
  do {
    skipSpace();
    if (!scanPair(depth, firstKey)) return false;
    skipSpace();
    next = load<u8>(at);
    at++;
  } while (next == COMMA);
  keyCount = firstKey;
  bits = outerBits;
  return next == CLOSE_OBJECT;
}

/** A key with its value. A key that is odd, or stands there already, makes the line odd. */
function scanPair(depth: i32, firstKey: i32): bool {
  if (load<u8>(at) != QUOTE) return false;
  const from = at + 1;
  let to = from;
  let hash: u32 = HASH_START;
  for (let byte: u32 = load<u8>(to); byte != QUOTE; byte = load<u8>(to)) {
    // Escapes could hide that two keys are the same.
    if (byte < SPACE || byte == BACKSLASH) return false;
    hash = (hash ^ byte) * HASH_FACTOR;
    to++;
  }
  at = to + 1;
  if (!isNewKey(hash, firstKey)) return false;
  skipSpace();
  if (load<u8>(at) != COLON) return false;
  at++;
  skipSpace();
  if (!scanValue(depth)) return false;
  // Most keys of a record are of no interest, which their slot tells at once.
  if (depth == 1 && load<u8>(SLOTS + (hash & 255)) != 255) keep(hash, from, to);
  return true;
}

/** Notes a key; false if the object has it, or could have it, or has too many. */
function isNewKey(hash: u32, firstKey: i32): bool {
  const bit: u32 = 1 << (hash >> 8);
  if ((bits & bit) != 0) {
    for (let key = firstKey; key < keyCount; key++) {
      if (load<u32>(HASHES + (<usize>key << 2)) == hash) return false;
    }
  }
  if (keyCount == MAX_KEYS) return false;
  bits |= bit;
  store<u32>(HASHES + (<usize>keyCount << 2), hash);
  keyCount++;
  return true;
}

function keep(hash: u32, from: usize, to: usize): void {
  for (let key = <i32>load<u8>(SLOTS + (hash & 255)); key < wanted; key++) {
    const name = NAMES + (<usize>key << 5);
    if (load<u32>(name + 4) != hash || !isSame(from, to, name + 8, load<u32>(name))) continue;
    const place = <usize>key << 2;
    store<i32>(KINDS + place, kind);
    store<u32>(STARTS + place, <u32>start);
    store<u32>(ENDS + place, <u32>end);
    store<i32>(WORDS + place, words);
    store<i32>(FLAGS + place, flags);
    return;
  }
}

function scanValue(depth: i32): bool {
  const first: u32 = load<u8>(at);
  if (first == QUOTE) return scanText();
  if (first != OPEN_OBJECT && first != OPEN_LIST) return scanWord(first);
  const from = at;
  const isWhole = first == OPEN_OBJECT ? scanObject(depth + 1) : scanList(depth + 1);
  kind = NESTED;
  start = from;
  end = at;
  return isWhole;
}

function scanList(depth: i32): bool {
  if (depth > MAX_DEPTH) return false;
  at++;
  skipSpace();
  if (load<u8>(at) == CLOSE_LIST) {
    at++;
    return true;
  }
  while (true) {
    if (!scanValue(depth)) return false;
    skipSpace();
    const byte: u32 = load<u8>(at);
    at++;
    if (byte == CLOSE_LIST) return true;
    if (byte != COMMA) return false;
    skipSpace();
  }
}

/** From the opening quote to behind the closing one. The line feed at the end stops it in any case. */
function scanText(): bool {
  let place = at + 1;
  let count: u32 = 0;
  // 1 if the byte before belongs to a word; white space before it if `wasSpace` is 1.
  let inWord: u32 = 0;
  let wasSpace: u32 = 1;
  let doubled: u32 = 0;
  let high: u32 = 0;
  let found: i32 = 0;
  start = place;
  while (true) {
    const bytes = v128.load(place);
    const spaces: u32 = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x20)));
    const odd = oddBytes(bytes);
    high |= i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xcc))) & ((odd - 1) & ~odd);
    const length: u32 = odd == 0 ? 16 : ctz(odd);
    if (length > 0) {
      const below: u32 = (1 << length) - 1;
      const inWords = ~spaces & below;
      const before = (spaces & below) << 1;
      count += popcnt(inWords & ~((inWords << 1) | inWord));
      doubled |= spaces & below & (before | wasSpace);
      const last = length - 1;
      inWord = (inWords >> last) & 1;
      wasSpace = inWord ^ 1;
      place += length;
    }
    if (odd == 0) continue;
    const byte: u32 = load<u8>(place);
    if (byte == QUOTE) break;
    if (byte < SPACE) return false;
    let size: u32 = 1;
    if (byte == BACKSLASH) {
      size = escapeLength(place);
      if (size == 0) return false;
      found |= HAS_ESCAPES;
      if (size == 6 && hexAt(place + 2) >= 0x300) found |= HAS_OTHER_FORMS;
    }
    const space = spaceBytes(place, byte);
    if (space > 0) {
      found |= HAS_OTHER_SPACES;
      inWord = 0;
      wasSpace = 1;
      place += space;
    } else {
      if (byte >= 0xcc) found |= HAS_OTHER_FORMS;
      count += inWord ^ 1;
      inWord = 1;
      wasSpace = 0;
      place += size;
    }
  }
  if ((doubled | wasSpace) != 0) found |= HAS_OTHER_SPACES;
  if (high != 0) found |= HAS_OTHER_FORMS;
  kind = TEXT;
  words = <i32>count;
  flags = found;
  end = place;
  at = place + 1;
  return true;
}

/** Sixteen bits: which bytes are not plainly part of a word or one space. */
// @ts-ignore: decorator
@inline
function oddBytes(bytes: v128): u32 {
  const control = i8x16.lt_u(bytes, i8x16.splat(0x20));
  const quote = i8x16.eq(bytes, i8x16.splat(0x22));
  const backslash = i8x16.eq(bytes, i8x16.splat(0x5c));
  const latin = i8x16.eq(bytes, i8x16.splat(<i8>0xc2));
  const other = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(<i8>0xe1)), i8x16.splat(3));
  return i8x16.bitmask(v128.or(v128.or(control, quote), v128.or(v128.or(backslash, latin), other)));
}

/** Bytes of an escape; 0 if it is none, or half of a character. */
function escapeLength(place: usize): u32 {
  const letter: u32 = load<u8>(place + 1);
  if (letter == 0x6e || letter == QUOTE || letter == BACKSLASH || letter == 0x2f) return 2;
  if (letter == 0x62 || letter == 0x66 || letter == 0x72 || letter == 0x74) return 2;
  if (letter != 0x75) return 0;
  const unit = hexAt(place + 2);
  return unit < 0 || (unit >= 0xd800 && unit < 0xe000) ? 0 : 6;
}

/** The value of four hexadecimal digits; -1 if others stand there. */
function hexAt(place: usize): i32 {
  let value: i32 = 0;
  for (let digit: usize = 0; digit < 4; digit++) {
    const byte: u32 = load<u8>(place + digit);
    const letter = (byte | 32) - 97;
    if (byte - 48 < 10) value = (value << 4) | <i32>(byte - 48);
    else if (letter < 6) value = (value << 4) | <i32>(letter + 10);
    else return -1;
  }
  return value;
}

/** How many bytes of a text in JSON stand for one character of white space, as Python sees it; 0 if it is none. */
function spaceBytes(place: usize, byte: u32): u32 {
  if (byte == BACKSLASH) {
    const letter: u32 = load<u8>(place + 1);
    if (letter == 0x75) return isSpace(hexAt(place + 2)) ? 6 : 0;
    return letter == 0x6e || letter == 0x74 || letter == 0x72 || letter == 0x66 ? 2 : 0;
  }
  return rawSpaceBytes(place, byte);
}

/** The same of a text as it is, at a byte that may begin white space. */
function rawSpaceBytes(place: usize, byte: u32): u32 {
  if (byte < 0x80) return isSpace(byte) ? 1 : 0;
  const second: u32 = load<u8>(place + 1);
  if (byte == 0xc2) return isSpace(second) ? 2 : 0;
  if (byte < 0xe1 || byte > 0xe3) return 0;
  const unit = ((byte & 15) << 12) | ((second & 63) << 6) | (load<u8>(place + 2) & 63);
  return isSpace(unit) ? 3 : 0;
}

/** White space as Python's str.split() sees it. */
function isSpace(unit: i32): bool {
  if (unit <= 0x20) return (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c;
  if (unit < 0x1680) return unit == 0x85 || unit == 0xa0;
  if (unit <= 0x200a) return unit >= 0x2000 || unit == 0x1680;
  return unit == 0x2028 || unit == 0x2029 || unit == 0x202f || unit == 0x205f || unit == 0x3000;
}

function scanWord(first: u32): bool {
  start = at;
  // The four bytes of true, null and fals.
  const four = load<u32>(at);
  if (four == 0x65757274) kind = FLAG;
  else if (four == 0x6c6c756e) kind = NOTHING;
  else if (four == 0x736c6166 && load<u8>(at + 4) == 0x65) {
    kind = FLAG;
    at++;
  } else return scanNumber(first);
  at += 4;
  end = at;
  return true;
}

function scanNumber(first: u32): bool {
  let place = at;
  if (first == 0x2d) place++;
  const whole = skipDigits(place);
  // A leading zero stands alone.
  if (whole == place || (load<u8>(place) == 0x30 && whole > place + 1)) return false;
  place = whole;
  if (load<u8>(place) == 0x2e) {
    const digits = skipDigits(place + 1);
    if (digits == place + 1) return false;
    place = digits;
  }
  if ((load<u8>(place) | 32) == 0x65) {
    const sign: u32 = load<u8>(place + 1);
    const from = place + (sign == 0x2b || sign == 0x2d ? 2 : 1);
    const digits = skipDigits(from);
    if (digits == from) return false;
    place = digits;
  }
  kind = NUMBER;
  end = place;
  at = place;
  return end - start <= MAX_NUMBER_BYTES;
}

function skipDigits(from: usize): usize {
  let place = from;
  while (<u32>load<u8>(place) - 48 < 10) place++;
  return place;
}

// @ts-ignore: decorator
@inline
function skipSpace(): void {
  let byte: u32 = load<u8>(at);
  while (byte == SPACE || byte == TAB || byte == RETURN) {
    at++;
    byte = load<u8>(at);
  }
}

const HASH_START: u32 = 0x811c9dc5;
const HASH_FACTOR: u32 = 0x01000193;

/** FNV-1a; a collision only means that a line is looked at more closely. */
function hashOf(from: usize, to: usize): u32 {
  let hash: u32 = HASH_START;
  for (let place = from; place < to; place++) hash = (hash ^ load<u8>(place)) * HASH_FACTOR;
  return hash;
}

function isSame(from: usize, to: usize, other: usize, length: u32): bool {
  if (<u32>(to - from) != length) return false;
  for (let index: usize = 0; index < length; index++) {
    if (load<u8>(from + index) != load<u8>(other + index)) return false;
  }
  return true;
}

// Columns: values as Parquet's plain encoding has them.

/** Adds a text of JSON, its escapes resolved, to a column; the address of its bytes. Its length stands before. */
export function takeText(column: i32, from: usize, to: usize, isEscaped: bool): usize {
  const cursor = CURSORS + (<usize>column << 2);
  const target = <usize>load<u32>(cursor) + 4;
  let length = to - from;
  if (isEscaped) length = unescape(from, to, target);
  else memory.copy(target, from, length);
  store<u32>(target - 4, <u32>length);
  store<u32>(cursor, <u32>(target + length));
  return target;
}

/** Writes a text without its escapes; how many bytes it has. */
function unescape(from: usize, to: usize, target: usize): usize {
  let next = target;
  let place = from;
  while (place < to) {
    const bytes = v128.load(place);
    v128.store(next, bytes);
    const marks: u32 = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x5c)));
    const plain: usize = marks == 0 ? 16 : ctz(marks);
    if (place + plain >= to) return next + (to - place) - target;
    next += plain;
    place += plain;
    if (marks == 0) continue;
    const letter: u32 = load<u8>(place + 1);
    if (letter == 0x75) {
      next = putUnit(next, <u32>hexAt(place + 2));
      place += 6;
    } else {
      store<u8>(next, <u8>escaped(letter));
      next++;
      place += 2;
    }
  }
  return next - target;
}

function escaped(letter: u32): u32 {
  if (letter == 0x6e) return 10;
  if (letter == 0x74) return 9;
  if (letter == 0x72) return 13;
  if (letter == 0x62) return 8;
  return letter == 0x66 ? 12 : letter;
}

/** Writes a character of the basic plane in UTF-8; where the next one goes. */
function putUnit(place: usize, unit: u32): usize {
  if (unit < 0x80) {
    store<u8>(place, <u8>unit);
    return place + 1;
  }
  if (unit < 0x800) {
    store<u8>(place, <u8>(0xc0 | (unit >> 6)));
    store<u8>(place + 1, <u8>(0x80 | (unit & 63)));
    return place + 2;
  }
  store<u8>(place, <u8>(0xe0 | (unit >> 12)));
  store<u8>(place + 1, <u8>(0x80 | ((unit >> 6) & 63)));
  store<u8>(place + 2, <u8>(0x80 | (unit & 63)));
  return place + 3;
}

/** How many lines end between two addresses. */
export function countLines(from: usize, to: usize): u32 {
  let count: u32 = 0;
  let place = from;
  for (; place + 16 <= to; place += 16) {
    count += popcnt(i8x16.bitmask(i8x16.eq(v128.load(place), i8x16.splat(10))));
  }
  for (; place < to; place++) if (load<u8>(place) == LINE_FEED) count++;
  return count;
}

// Hashes: MD5 (RFC 1321) of four messages side by side. Messages are gathered one behind the other.

/** Where the gathered messages begin, and the one that is being made. */
let messages: usize = 0;
let message: usize = 0;
let next: usize = 0;
let queued: u32 = 0;

/** So many bytes of messages are hashed at once: they stay in the cache. */
const FLUSH_BYTES: usize = 65536;

/** Says where messages may be gathered: FLUSH_BYTES and the longest message, which needs 128 bytes more. */
export function gatherAt(address: usize): void {
  messages = address;
  message = address;
  next = address;
  queued = 0;
}

/** Adds bytes to the message. */
export function addBytes(from: usize, to: usize): void {
  memory.copy(next, from, to - from);
  next += to - from;
}

/** Adds a byte to the message. */
export function addByte(byte: u32): void {
  store<u8>(next, <u8>byte);
  next++;
}

/** Adds the words of a text to the message, parted by single spaces. */
export function addWords(from: usize, to: usize): void {
  const first = next;
  let target = next;
  let place = from;
  while (place < to) {
    const byte: u32 = load<u8>(place);
    const space = byte > SPACE && byte < 0xc2 ? 0 : rawSpaceBytes(place, byte);
    if (space == 0) {
      store<u8>(target, <u8>byte);
      target++;
      place++;
      continue;
    }
    if (target > first && load<u8>(target - 1) != SPACE) {
      store<u8>(target, <u8>SPACE);
      target++;
    }
    place += space;
  }
  if (target > first && load<u8>(target - 1) == SPACE) target--;
  next = target;
}

/** Ends the message; its hash, 16 bytes, will be written to an address, at the latest by `hashAll`. */
export function endMessage(target: usize): void {
  const length = next - message;
  store<u8>(next, 0x80);
  const padded = (length + 72) & ~63;
  memory.fill(next + 1, 0, message + padded - next - 1);
  store<u64>(message + padded - 8, <u64>length << 3);
  const entry = QUEUE + <usize>queued * 12;
  store<u32>(entry, <u32>message);
  store<u32>(entry + 4, <u32>(padded >> 6));
  store<u32>(entry + 8, <u32>target);
  queued++;
  message += padded;
  next = message;
  if (queued == MAX_QUEUED || message - messages >= FLUSH_BYTES) hashAll();
}

// A lane: address of its next block, blocks left, address of the hash.
const LANE_LEFT: usize = 16;
const LANE_TARGET: usize = 32;
const IDLE: u32 = 0xffffffff;

let taken: u32 = 0;

/** Hashes all messages that wait. */
export function hashAll(): void {
  taken = 0;
  let live: u32 = 0;
  for (let lane: usize = 0; lane < 16; lane += 4) live += u32(fillLane(lane));
  while (live > 0) {
    let blocks: u32 = IDLE;
    for (let lane: usize = 0; lane < 16; lane += 4) {
      blocks = min(blocks, load<u32>(LANES + LANE_LEFT + lane));
    }
    hashBlocks(blocks);
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const left = load<u32>(LANES + LANE_LEFT + lane);
      if (left == IDLE) {
        // Whatever stands there is hashed along, and forgotten.
        store<u32>(LANES + lane, <u32>messages);
      } else if (left == blocks) {
        const target = <usize>load<u32>(LANES + LANE_TARGET + lane);
        for (let word: usize = 0; word < 4; word++) {
          store<u32>(target + (word << 2), load<u32>(STATE + (word << 4) + lane));
        }
        if (!fillLane(lane)) live--;
      } else {
        store<u32>(LANES + LANE_LEFT + lane, left - blocks);
      }
    }
  }
  gatherAt(messages);
}

/** Gives a lane the next message; false if there is none. */
function fillLane(lane: usize): bool {
  store<u32>(STATE + lane, 0x67452301);
  store<u32>(STATE + 16 + lane, 0xefcdab89);
  store<u32>(STATE + 32 + lane, 0x98badcfe);
  store<u32>(STATE + 48 + lane, 0x10325476);
  if (taken == queued) {
    store<u32>(LANES + lane, <u32>messages);
    store<u32>(LANES + LANE_LEFT + lane, IDLE);
    return false;
  }
  const entry = QUEUE + <usize>taken * 12;
  store<u32>(LANES + lane, load<u32>(entry));
  store<u32>(LANES + LANE_LEFT + lane, load<u32>(entry + 4));
  store<u32>(LANES + LANE_TARGET + lane, load<u32>(entry + 8));
  taken++;
  return true;
}

// @ts-ignore: decorator
@inline
function rotated(value: v128, by: i32): v128 {
  return v128.or(i32x4.shl(value, by), i32x4.shr_u(value, 32 - by));
}

// @ts-ignore: decorator
@inline
function step(a: v128, b: v128, mixed: v128, word: v128, constant: u32, by: i32): v128 {
  const sum = i32x4.add(i32x4.add(a, mixed), i32x4.add(word, i32x4.splat(<i32>constant)));
  return i32x4.add(rotated(sum, by), b);
}

// @ts-ignore: decorator
@inline
function f(a: v128, b: v128, c: v128, d: v128, word: v128, constant: u32, by: i32): v128 {
  return step(a, b, v128.xor(d, v128.and(b, v128.xor(c, d))), word, constant, by);
}

// @ts-ignore: decorator
@inline
function g(a: v128, b: v128, c: v128, d: v128, word: v128, constant: u32, by: i32): v128 {
  return step(a, b, v128.xor(c, v128.and(d, v128.xor(b, c))), word, constant, by);
}

// @ts-ignore: decorator
@inline
function h(a: v128, b: v128, c: v128, d: v128, word: v128, constant: u32, by: i32): v128 {
  return step(a, b, v128.xor(v128.xor(b, c), d), word, constant, by);
}

// @ts-ignore: decorator
@inline
function i(a: v128, b: v128, c: v128, d: v128, word: v128, constant: u32, by: i32): v128 {
  return step(a, b, v128.xor(c, v128.or(b, v128.not(d))), word, constant, by);
}

/** Hashes the next blocks of all lanes. */
function hashBlocks(blocks: u32): void {
  let p0 = <usize>load<u32>(LANES);
  let p1 = <usize>load<u32>(LANES + 4);
  let p2 = <usize>load<u32>(LANES + 8);
  let p3 = <usize>load<u32>(LANES + 12);
  let a0 = v128.load(STATE);
  let b0 = v128.load(STATE + 16);
  let c0 = v128.load(STATE + 32);
  let d0 = v128.load(STATE + 48);
  for (let block: u32 = 0; block < blocks; block++) {
    const r00 = v128.load(p0, 0);
    const r01 = v128.load(p1, 0);
    const r02 = v128.load(p2, 0);
    const r03 = v128.load(p3, 0);
    const s00 = v128.shuffle<u32>(r00, r01, 0, 4, 1, 5);
    const s01 = v128.shuffle<u32>(r02, r03, 0, 4, 1, 5);
    const s02 = v128.shuffle<u32>(r00, r01, 2, 6, 3, 7);
    const s03 = v128.shuffle<u32>(r02, r03, 2, 6, 3, 7);
    const m0 = v128.shuffle<u64>(s00, s01, 0, 2);
    const m1 = v128.shuffle<u64>(s00, s01, 1, 3);
    const m2 = v128.shuffle<u64>(s02, s03, 0, 2);
    const m3 = v128.shuffle<u64>(s02, s03, 1, 3);
    const r10 = v128.load(p0, 16);
    const r11 = v128.load(p1, 16);
    const r12 = v128.load(p2, 16);
    const r13 = v128.load(p3, 16);
    const s10 = v128.shuffle<u32>(r10, r11, 0, 4, 1, 5);
    const s11 = v128.shuffle<u32>(r12, r13, 0, 4, 1, 5);
    const s12 = v128.shuffle<u32>(r10, r11, 2, 6, 3, 7);
    const s13 = v128.shuffle<u32>(r12, r13, 2, 6, 3, 7);
    const m4 = v128.shuffle<u64>(s10, s11, 0, 2);
    const m5 = v128.shuffle<u64>(s10, s11, 1, 3);
    const m6 = v128.shuffle<u64>(s12, s13, 0, 2);
    const m7 = v128.shuffle<u64>(s12, s13, 1, 3);
    const r20 = v128.load(p0, 32);
    const r21 = v128.load(p1, 32);
    const r22 = v128.load(p2, 32);
    const r23 = v128.load(p3, 32);
    const s20 = v128.shuffle<u32>(r20, r21, 0, 4, 1, 5);
    const s21 = v128.shuffle<u32>(r22, r23, 0, 4, 1, 5);
    const s22 = v128.shuffle<u32>(r20, r21, 2, 6, 3, 7);
    const s23 = v128.shuffle<u32>(r22, r23, 2, 6, 3, 7);
    const m8 = v128.shuffle<u64>(s20, s21, 0, 2);
    const m9 = v128.shuffle<u64>(s20, s21, 1, 3);
    const m10 = v128.shuffle<u64>(s22, s23, 0, 2);
    const m11 = v128.shuffle<u64>(s22, s23, 1, 3);
    const r30 = v128.load(p0, 48);
    const r31 = v128.load(p1, 48);
    const r32 = v128.load(p2, 48);
    const r33 = v128.load(p3, 48);
    const s30 = v128.shuffle<u32>(r30, r31, 0, 4, 1, 5);
    const s31 = v128.shuffle<u32>(r32, r33, 0, 4, 1, 5);
    const s32 = v128.shuffle<u32>(r30, r31, 2, 6, 3, 7);
    const s33 = v128.shuffle<u32>(r32, r33, 2, 6, 3, 7);
    const m12 = v128.shuffle<u64>(s30, s31, 0, 2);
    const m13 = v128.shuffle<u64>(s30, s31, 1, 3);
    const m14 = v128.shuffle<u64>(s32, s33, 0, 2);
    const m15 = v128.shuffle<u64>(s32, s33, 1, 3);
    let a = a0;
    let b = b0;
    let c = c0;
    let d = d0;
    a = f(a, b, c, d, m0, 0xd76aa478, 7);
    d = f(d, a, b, c, m1, 0xe8c7b756, 12);
    c = f(c, d, a, b, m2, 0x242070db, 17);
    b = f(b, c, d, a, m3, 0xc1bdceee, 22);
    a = f(a, b, c, d, m4, 0xf57c0faf, 7);
    d = f(d, a, b, c, m5, 0x4787c62a, 12);
    c = f(c, d, a, b, m6, 0xa8304613, 17);
    b = f(b, c, d, a, m7, 0xfd469501, 22);
    a = f(a, b, c, d, m8, 0x698098d8, 7);
    d = f(d, a, b, c, m9, 0x8b44f7af, 12);
    c = f(c, d, a, b, m10, 0xffff5bb1, 17);
    b = f(b, c, d, a, m11, 0x895cd7be, 22);
    a = f(a, b, c, d, m12, 0x6b901122, 7);
    d = f(d, a, b, c, m13, 0xfd987193, 12);
    c = f(c, d, a, b, m14, 0xa679438e, 17);
    b = f(b, c, d, a, m15, 0x49b40821, 22);
    a = g(a, b, c, d, m1, 0xf61e2562, 5);
    d = g(d, a, b, c, m6, 0xc040b340, 9);
    c = g(c, d, a, b, m11, 0x265e5a51, 14);
    b = g(b, c, d, a, m0, 0xe9b6c7aa, 20);
    a = g(a, b, c, d, m5, 0xd62f105d, 5);
    d = g(d, a, b, c, m10, 0x02441453, 9);
    c = g(c, d, a, b, m15, 0xd8a1e681, 14);
    b = g(b, c, d, a, m4, 0xe7d3fbc8, 20);
    a = g(a, b, c, d, m9, 0x21e1cde6, 5);
    d = g(d, a, b, c, m14, 0xc33707d6, 9);
    c = g(c, d, a, b, m3, 0xf4d50d87, 14);
    b = g(b, c, d, a, m8, 0x455a14ed, 20);
    a = g(a, b, c, d, m13, 0xa9e3e905, 5);
    d = g(d, a, b, c, m2, 0xfcefa3f8, 9);
    c = g(c, d, a, b, m7, 0x676f02d9, 14);
    b = g(b, c, d, a, m12, 0x8d2a4c8a, 20);
    a = h(a, b, c, d, m5, 0xfffa3942, 4);
    d = h(d, a, b, c, m8, 0x8771f681, 11);
    c = h(c, d, a, b, m11, 0x6d9d6122, 16);
    b = h(b, c, d, a, m14, 0xfde5380c, 23);
    a = h(a, b, c, d, m1, 0xa4beea44, 4);
    d = h(d, a, b, c, m4, 0x4bdecfa9, 11);
    c = h(c, d, a, b, m7, 0xf6bb4b60, 16);
    b = h(b, c, d, a, m10, 0xbebfbc70, 23);
    a = h(a, b, c, d, m13, 0x289b7ec6, 4);
    d = h(d, a, b, c, m0, 0xeaa127fa, 11);
    c = h(c, d, a, b, m3, 0xd4ef3085, 16);
    b = h(b, c, d, a, m6, 0x04881d05, 23);
    a = h(a, b, c, d, m9, 0xd9d4d039, 4);
    d = h(d, a, b, c, m12, 0xe6db99e5, 11);
    c = h(c, d, a, b, m15, 0x1fa27cf8, 16);
    b = h(b, c, d, a, m2, 0xc4ac5665, 23);
    a = i(a, b, c, d, m0, 0xf4292244, 6);
    d = i(d, a, b, c, m7, 0x432aff97, 10);
    c = i(c, d, a, b, m14, 0xab9423a7, 15);
    b = i(b, c, d, a, m5, 0xfc93a039, 21);
    a = i(a, b, c, d, m12, 0x655b59c3, 6);
    d = i(d, a, b, c, m3, 0x8f0ccc92, 10);
    c = i(c, d, a, b, m10, 0xffeff47d, 15);
    b = i(b, c, d, a, m1, 0x85845dd1, 21);
    a = i(a, b, c, d, m8, 0x6fa87e4f, 6);
    d = i(d, a, b, c, m15, 0xfe2ce6e0, 10);
    c = i(c, d, a, b, m6, 0xa3014314, 15);
    b = i(b, c, d, a, m13, 0x4e0811a1, 21);
    a = i(a, b, c, d, m4, 0xf7537e82, 6);
    d = i(d, a, b, c, m11, 0xbd3af235, 10);
    c = i(c, d, a, b, m2, 0x2ad7d2bb, 15);
    b = i(b, c, d, a, m9, 0xeb86d391, 21);
    a0 = i32x4.add(a0, a);
    b0 = i32x4.add(b0, b);
    c0 = i32x4.add(c0, c);
    d0 = i32x4.add(d0, d);
    p0 += 64;
    p1 += 64;
    p2 += 64;
    p3 += 64;
  }
  store<u32>(LANES, <u32>p0);
  store<u32>(LANES + 4, <u32>p1);
  store<u32>(LANES + 8, <u32>p2);
  store<u32>(LANES + 12, <u32>p3);
  v128.store(STATE, a0);
  v128.store(STATE + 16, b0);
  v128.store(STATE + 32, c0);
  v128.store(STATE + 48, d0);
}
