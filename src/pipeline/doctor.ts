import { access, constants, statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { resolve } from "node:path";
import { messageOf } from "../foundation/index.ts";
import { listModels } from "../models/index.ts";
import { makeFolder } from "../storage/index.ts";
import type { DoctorFinding } from "./doctor-finding.ts";
import { LONGHAND_VERSION } from "./package-version.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Looks at the machine: versions, places, space, the local engine, models.
 *
 * @param context - Places.
 * @returns What was found.
 */
export async function examineMachine(context: RunContext): Promise<DoctorFinding[]> {
  return [
    nodeVersion(),
    { check: "Longhand", status: "ok", found: `version ${LONGHAND_VERSION}` },
    {
      check: "processor and memory",
      status: "ok",
      found: `${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    },
    await folderFinding("home (models, caches)", context.home),
    await folderFinding("runs", resolve(context.runsFolder)),
    await engineFinding(),
    ...(await modelFindings(context.home)),
  ];
}

function nodeVersion(): DoctorFinding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  const found = `version ${process.versions.node}`;
  if (enough) return { check: "Node.js", status: "ok", found };
  return { check: "Node.js", status: "problem", found, hint: "Longhand needs 20.19 or newer." };
}

const LEAST_FREE_BYTES = 1e9;

async function folderFinding(check: string, folder: string): Promise<DoctorFinding> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const found = `${folder}, ${(free / 1e9).toFixed(1)} GB free`;
    if (free >= LEAST_FREE_BYTES) return { check, status: "ok", found };
    return { check, status: "warning", found, hint: "Models and caches need about 1 GB." };
  } catch (error) {
    return {
      check,
      status: "problem",
      found: `${folder}: ${messageOf(error)}`,
      hint: "Choose a folder that can be written.",
    };
  }
}

async function engineFinding(): Promise<DoctorFinding> {
  const check = "local engine (node-llama-cpp)";
  try {
    // Found is enough here: loading it would start its native part.
    import.meta.resolve("node-llama-cpp");
    return { check, status: "ok", found: "installed" };
  } catch {
    return {
      check,
      status: "warning",
      found: "not installed: local GGUF models cannot be used",
      hint: "npm install node-llama-cpp@3.21.1",
    };
  }
}

async function modelFindings(home: string): Promise<DoctorFinding[]> {
  try {
    const models = await listModels({ home });
    return models.map(({ entry, state, path }) => ({
      check: `model ${entry.name}`,
      status: state === "damaged" ? "problem" : "ok",
      found: state === "absent" ? "not on this machine" : `${state}, ${path}`,
      ...(state === "absent" || state === "damaged" || state === "outdated"
        ? { hint: `longhand models pull ${entry.name}` }
        : {}),
    }));
  } catch (error) {
    return [{ check: "models", status: "problem", found: messageOf(error) }];
  }
}
