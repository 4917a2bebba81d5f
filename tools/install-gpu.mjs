// `npm run gpu`: brings the GPU binaries of the local model engine, which the plain install leaves out
// (docs/decisions/2026-11-29-small-install.md). `npm ci` takes them out again.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const windows = process.platform === "win32";

const HELP = `Usage: npm run gpu -- [--list] [--cuda] [--vulkan]

Brings the GPU binaries of the local model engine into node_modules. Without an option, those that
this machine can use; NVIDIA's CUDA is preferred. \`npm ci\` takes them out again.

  --list     shows what there is for this machine, how large it is, and whether it is there; brings nothing
  --cuda     brings the binaries for NVIDIA GPUs (they need NVIDIA's driver and the CUDA runtime)
  --vulkan   brings the binaries for GPUs with a Vulkan driver (AMD, Intel, NVIDIA)
  --help     shows this text
`;

/**
 * Packages per platform: megabytes to download and megabytes on disk, measured for version 3.21.1.
 * The second CUDA package serves older NVIDIA GPUs.
 */
const PACKAGES = {
  "linux-x64": {
    cuda: [
      { name: "@node-llama-cpp/linux-x64-cuda", downloadMb: 143, diskMb: 189 },
      { name: "@node-llama-cpp/linux-x64-cuda-ext", downloadMb: 177, diskMb: 374 },
    ],
    vulkan: [{ name: "@node-llama-cpp/linux-x64-vulkan", downloadMb: 27, diskMb: 85 }],
  },
  "win32-x64": {
    cuda: [
      { name: "@node-llama-cpp/win-x64-cuda", downloadMb: 139, diskMb: 176 },
      { name: "@node-llama-cpp/win-x64-cuda-ext", downloadMb: 175, diskMb: 368 },
    ],
    vulkan: [{ name: "@node-llama-cpp/win-x64-vulkan", downloadMb: 27, diskMb: 103 }],
  },
};

process.exit(main());

function main() {
  const options = readOptions();
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const version = engineVersion();
  if (version === undefined) return fail("node-llama-cpp is not installed. Run npm ci first.");
  const platform = `${process.platform}-${process.arch}`;
  const kinds = PACKAGES[platform];
  if (kinds === undefined) return nothingToBring(platform);
  return options.list ? list(kinds, version) : install(kinds, { options, version });
}

function install(kinds, { options, version }) {
  removeLeftovers();
  const chosen = options.cuda || options.vulkan ? named(options) : detected();
  if (chosen.length === 0) {
    return fail(
      "Found neither an NVIDIA driver nor a Vulkan driver here. Models run on the processor.\n" +
        "If there is one all the same, name it: npm run gpu -- --cuda, or npm run gpu -- --vulkan.",
    );
  }
  for (const kind of chosen) {
    if (!kinds[kind].every((item) => bring(item, version))) return 1;
    say(tryOut(kind));
  }
  return 0;
}

function readOptions() {
  const boolean = { type: "boolean", default: false };
  try {
    const options = { list: boolean, cuda: boolean, vulkan: boolean, help: boolean };
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`);
    return undefined;
  }
}

function named({ cuda, vulkan }) {
  return [...(cuda ? ["cuda"] : []), ...(vulkan ? ["vulkan"] : [])];
}

/** What this machine has a driver for, the better one alone. */
function detected() {
  if (hasLibrary({ linux: "libcuda.so.1", windows: "nvcuda.dll" })) return ["cuda"];
  return hasLibrary({ linux: "libvulkan.so.1", windows: "vulkan-1.dll" }) ? ["vulkan"] : [];
}

function hasLibrary(names) {
  if (windows) return spawnSync("where", [names.windows]).status === 0;
  // ldconfig is often outside the PATH of ordinary users.
  const listed = ["ldconfig", "/sbin/ldconfig"].some((program) => {
    const { stdout } = spawnSync(program, ["-p"], { encoding: "utf8" });
    return stdout?.includes(names.linux) === true;
  });
  const folders = ["/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/wsl/lib"];
  return listed || folders.some((folder) => existsSync(join(folder, names.linux)));
}

function list(kinds, version) {
  const here = detected();
  for (const [kind, items] of Object.entries(kinds)) {
    const driver = here.includes(kind) ? "would be chosen here" : "not chosen here by itself";
    process.stdout.write(`${kind} (${driver})\n`);
    for (const { name, downloadMb, diskMb } of items) {
      const state = isHere(name, version) ? "is here" : "not here";
      process.stdout.write(
        `  ${name} ${version}: ${downloadMb} MB to download, ${diskMb} MB on disk; ${state}\n`,
      );
    }
  }
  return 0;
}

function nothingToBring(platform) {
  say(
    process.platform === "darwin"
      ? "Nothing to bring: on a Mac the plain install already has Metal (Apple silicon) or runs on the processor."
      : `There are no ready GPU binaries for ${platform}. node-llama-cpp can be built from source: see its documentation.`,
  );
  return 0;
}

/** Puts one package into node_modules, in the place of the empty one. */
function bring({ name, downloadMb }, version) {
  if (isHere(name, version)) {
    say(`${name} ${version} is here already.`);
    return true;
  }
  say(`Fetching ${name} ${version} (${downloadMb} MB)...`);
  const work = mkdtempSync(join(modules, ".gpu-"));
  try {
    const packed = run(
      "npm",
      ["pack", "--silent", "--pack-destination", work, `${name}@${version}`],
      work,
    );
    if (packed === undefined) return false;
    const archive = packed.trim().split("\n").at(-1) ?? "";
    if (run("tar", ["-xzf", archive], work) === undefined) return false;
    const found = readPackage(join(work, "package"));
    if (found?.name !== name || found.version !== version) {
      fail(`What came is ${found?.name} ${found?.version}, not ${name} ${version}.`);
      return false;
    }
    const place = join(modules, ...name.split("/"));
    // The old one goes aside first: a stop in between leaves one or the other, never a mixture.
    if (existsSync(place)) renameSync(place, join(work, "old"));
    renameSync(join(work, "package"), place);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(program, args, folder) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: windows && program === "npm",
  });
  if (status === 0) return stdout;
  fail(
    `${program} ${args.join(" ")} failed${error ? ` (${error.message})` : ""}: see its message above.`,
  );
  return undefined;
}

/** Lets the engine load the binaries in a process of its own: a crash there ends nothing here. */
function tryOut(kind) {
  const code = `
    const { getLlama } = await import("node-llama-cpp");
    const llama = await getLlama({ gpu: ${JSON.stringify(kind)}, build: "never", logLevel: "disabled" });
    process.stdout.write((await llama.getGpuDeviceNames()).join(", "));
    process.exit(0);`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: root,
    encoding: "utf8",
  });
  const driver = kind === "cuda" ? "NVIDIA's driver or the CUDA runtime" : "a Vulkan driver";
  return status === 0
    ? `The engine can use ${kind}: ${stdout || "no device named"}.`
    : `The ${kind} binaries are in place, but the engine cannot use them here: is ${driver} missing? Until then models run on the processor.`;
}

/** What an earlier call left when it was stopped. */
function removeLeftovers() {
  for (const name of readdirSync(modules).filter((entry) => entry.startsWith(".gpu-"))) {
    rmSync(join(modules, name), { recursive: true, force: true });
  }
}

function isHere(name, version) {
  const found = readPackage(join(modules, ...name.split("/")));
  return found?.name === name && found.version === version;
}

function engineVersion() {
  return readPackage(join(modules, "node-llama-cpp"))?.version;
}

function readPackage(folder) {
  const path = join(folder, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  return 1;
}
