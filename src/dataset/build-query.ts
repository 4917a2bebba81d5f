import { LonghandError } from "../foundation/index.ts";
import type { DatasetExample } from "../records/index.ts";
import { fillSlots, pythonStrip, type TemplatePart } from "../text/index.ts";
import type { PromptRules, TaskDefinition } from "./task.ts";

interface QueryRules extends PromptRules {
  readonly definition: TaskDefinition;
  readonly longhand: readonly TemplatePart[];
}

export function buildQuery(example: DatasetExample, rules: QueryRules): string {
  const query =
    rules.profile === "longhand" ? queryFromParts(example, rules) : queryFromInput(example, rules);
  return pythonStrip(query);
}

function queryFromParts(example: DatasetExample, { longhand, definition }: QueryRules): string {
  return fillSlots(longhand, (name) => {
    const value = example.fields?.[name];
    if (value !== undefined && value !== null) return String(value);
    throw new LonghandError(
      `Example ${example.id} has no ${name}: its input does not follow the task ${definition.name}.`,
      {
        code: "retrieval-failed",
        hint: `An input reads: ${definition.inputs[0]}`,
        details: { exampleId: example.id, missing: name },
      },
    );
  });
}

function queryFromInput(example: DatasetExample, { definition, family }: QueryRules): string {
  const { from, marker = "" } = definition.query["longlamp-paper"][family];
  if (from === "input") return example.input;
  const at = example.input.indexOf(marker);
  if (at >= 0) return example.input.slice(at + marker.length);
  throw new LonghandError(
    `The input of example ${example.id} has no ${JSON.stringify(marker)}, after which its query begins.`,
    {
      code: "retrieval-failed",
      hint: `An input reads: ${definition.inputs[0]}`,
      details: { exampleId: example.id, missing: marker },
    },
  );
}
