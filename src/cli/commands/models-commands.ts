import type { Command } from "commander";
import {
  checkModels,
  type ListedModel,
  listModels,
  type ModelCheck,
  removeModel,
} from "../../models/index.ts";
import { pullWithProgress } from "../../pipeline/doors/models.ts";
import { addCommand, type CommandDefinition } from "../command.ts";
import { argument } from "../options.ts";

const list: CommandDefinition = {
  usage: "list",
  summary: "list the catalogue: licence, size, and what is on this machine",
  examples: ["longhand models list", "longhand models list --json"],
  run: async ({ context }) => {
    const models = await listModels({ home: context.home });
    return { json: { models: models.map(listedJson) }, text: models.map(listedText).join("\n\n") };
  },
};

function listedJson({ entry, ...state }: ListedModel): unknown {
  return { ...entry, ...state };
}

function listedText({ entry, state, path, sizeBytes }: ListedModel): string {
  const size = sizeBytes === undefined ? "size unknown" : inMegabytes(sizeBytes);
  const made =
    entry.reencode === undefined
      ? ""
      : ` (re-encoded here as ${entry.reencode.as.toUpperCase()} from ${inMegabytes(entry.reencode.from.sizeBytes)})`;
  const lines = [
    `${entry.name}: ${entry.title}`,
    `  ${entry.kind} model, ${entry.licence}, ${size}${made}, ${state}`,
    `  ${path}`,
  ];
  return lines.join("\n");
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

const pull: CommandDefinition = {
  usage: "pull <name>",
  summary: "get a model: its sources are tried in order, the file is checked against its checksum",
  examples: ["longhand models pull smollm2-135m-instruct"],
  run: async (input) => {
    const pulled = await pullWithProgress(argument(input, 0), input.context);
    const how = pulled.status === "present" ? "was there already" : `came from ${pulled.source}`;
    return {
      json: pulled,
      text: `${pulled.name} ${how}.\n${pulled.path}\nsha256 ${pulled.sha256}`,
    };
  },
};

const check: CommandDefinition = {
  usage: "check [names...]",
  summary: "read models whole and compare them with their checksums",
  examples: ["longhand models check", "longhand models check smollm2-135m-instruct --json"],
  run: async (input) => {
    const names = (input.args[0] ?? []) as readonly string[];
    const findings = await checkModels({
      home: input.context.home,
      signal: input.context.stopping,
      ...(names.length > 0 ? { names } : {}),
      onProgress: ({ model, bytes, totalBytes }) =>
        input.context.onProgress({
          kind: "step",
          step: `Reading ${model}`,
          done: bytes,
          ...(totalBytes === undefined ? {} : { total: totalBytes }),
          unit: "bytes",
        }),
    });
    // A model that was never pulled is a fault only if it was asked for by name.
    const isFault = ({ status }: ModelCheck): boolean =>
      status === "damaged" || status === "outdated" || (status === "missing" && names.length > 0);
    return {
      json: { models: findings },
      text: findings
        .map(
          (found) => `${found.name}: ${found.status}${found.problem ? `. ${found.problem}` : ""}`,
        )
        .join("\n"),
      exitCode: findings.some(isFault) ? 1 : 0,
    };
  },
};

const remove: CommandDefinition = {
  usage: "remove <name>",
  summary: "remove a model from this machine",
  examples: ["longhand models remove smollm2-135m-instruct"],
  run: async (input) => {
    const { home, clock } = input.context;
    const removed = await removeModel(argument(input, 0), { home, clock });
    const text = removed.removed
      ? `Removed ${removed.name}; ${inMegabytes(removed.freedBytes)} are free again.`
      : `${removed.name} was not on this machine.`;
    return { json: removed, text };
  },
};

/**
 * Adds `longhand models …`.
 *
 * @param program - The program.
 */
export function addModelsCommands(program: Command): void {
  const group = program.command("models").description("list, get, check and remove models");
  for (const command of [list, pull, check, remove]) addCommand(group, command);
}
