// Looks at exported documents with other people's programs: epubcheck for .epub, LibreOffice for .docx,
// pdftotext for .pdf, the reader's eye for .html. Usage: node tools/validate-exports.mjs FILE_OR_FOLDER...
// Exit code: 0 all that could be checked is sound, 1 a fault, 2 wrong use, 3 a program is missing.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, extname, join } from "node:path";

const LONGEST_MS = 300_000;

/** Where a program is; undefined if nowhere. */
function programPath(name) {
  // biome-ignore lint/style/noProcessEnv: a tool finds programs as a shell does
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders
    .map((folder) => join(folder, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Some systems install a Java archive under the program's name. */
function isArchive(path) {
  const start = Buffer.alloc(2);
  const file = openSync(path, "r");
  readSync(file, start, 0, 2, 0);
  closeSync(file);
  return start.toString("latin1") === "PK";
}

function start(name, args) {
  const path = programPath(name);
  if (path === undefined) return { missing: name };
  const [program, ...before] = isArchive(path) ? ["java", "-jar", path] : [path];
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], {
    encoding: "utf8",
    timeout: LONGEST_MS,
    maxBuffer: 1 << 28,
  });
  if (error?.code === "ENOENT") return { missing: program };
  return { status, output: `${stdout ?? ""}${stderr ?? ""}`.trim(), stdout: stdout ?? "" };
}

function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "validate-exports-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkEpub(file) {
  const { missing, status, output } = start("epubcheck", [file]);
  if (missing !== undefined) return { missing };
  if (status === 0 && !/\b(?:ERROR|WARNING|FATAL)\(/.test(output))
    return { found: "no errors or warnings" };
  return { fault: output };
}

function checkPdf(file) {
  const { missing, status, output, stdout } = start("pdftotext", ["-layout", file, "-"]);
  if (missing !== undefined) return { missing };
  const pages = stdout.split("\f").length - 1;
  const words = stdout.split(/\s+/).filter((word) => word !== "").length;
  if (status !== 0 || words === 0) return { fault: output || "there is no text in it" };
  const fonts = start("pdffonts", [file]);
  const loose = (fonts.stdout ?? "")
    .split("\n")
    .slice(2)
    .filter((line) => /\sno\s+(?:yes|no)\s+(?:yes|no)\s+\d/.test(line));
  if (loose.length > 0) return { fault: `fonts are not in the file:\n${loose.join("\n")}` };
  return { found: `${pages} pages, ${words} words` };
}

function checkDocx(file) {
  return withFolder((folder) => {
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    const args = [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, file];
    const { missing, output } = start("soffice", args);
    if (missing !== undefined) return { missing };
    const pdf = join(folder, `${basename(file, ".docx")}.pdf`);
    if (statSync(pdf, { throwIfNoEntry: false }) === undefined)
      return { fault: output || "it was not converted" };
    const read = checkPdf(pdf);
    return read.missing === undefined
      ? read
      : { found: "converted; pdftotext is missing, so nobody read the pages" };
  });
}

function checkHtml(file) {
  const text = readFileSync(file, "utf8");
  const bad = text.match(
    /<(?:script|iframe|object|embed|link|img|base)\b[^>]*>|\ssrc=|\son\w+=|url\(/i,
  );
  if (bad !== null) return { fault: `it holds ${bad[0]}` };
  if (!/<h2\b/.test(text) && !/<p\b/.test(text)) return { fault: "there is no text in it" };
  return { found: "no scripts, nothing from elsewhere" };
}

const CHECKS = { ".epub": checkEpub, ".docx": checkDocx, ".pdf": checkPdf, ".html": checkHtml };

function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    console.error(`There is no ${path}.`);
    process.exit(2);
  }
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .map((name) => join(path, name))
    .filter((name) => extname(name) in CHECKS)
    .sort();
}

const files = process.argv.slice(2).flatMap(filesIn);
if (files.length === 0) {
  console.error(
    "Usage: node tools/validate-exports.mjs FILE_OR_FOLDER...   (.epub, .docx, .pdf, .html)",
  );
  process.exit(2);
}
let exitCode = 0;
for (const file of files) {
  const { fault, missing, found } = CHECKS[extname(file)]?.(file) ?? {
    fault: "nobody checks this kind of file",
  };
  if (fault !== undefined) exitCode = 1;
  else if (missing !== undefined && exitCode === 0) exitCode = 3;
  if (fault !== undefined) console.log(`fault    ${file}: ${fault}`);
  else if (missing !== undefined) console.log(`missing  ${file}: ${missing} is not installed`);
  else console.log(`sound    ${file}: ${found}`);
}
process.exitCode = exitCode;
