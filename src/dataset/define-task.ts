import { LonghandError } from "../foundation/index.ts";
import type { ProfileItem } from "../records/index.ts";
import { fillSlots, parseSlots, type TemplatePart } from "../text/index.ts";
import { buildQuery } from "./build-query.ts";
import { inspectRow, type RowLayout } from "./read-row.ts";
import type { BenchmarkTask, TaskDefinition } from "./task.ts";
import { writeLine, writeRow } from "./write-row.ts";

/**
 * Makes a working task of its definition. The five tasks that ship are made in this way, too.
 *
 * @param definition - The task as data.
 * @returns The task.
 * @throws LonghandError `invalid-task` if a template names a field that the definition lacks.
 *
 * @example
 * ```ts
 * import { defineTask } from "longhand/dataset";
 *
 * const recipe = defineTask({
 *   name: "recipe",
 *   title: "Recipe writing",
 *   user: { names: ["cook"] },
 *   inputs: ['Write a recipe for "{dish}" with {ingredients}.'],
 *   profile: { id: { kind: "id" }, dish: { kind: "text" }, recipe: { kind: "text" } },
 *   target: { field: "recipe" },
 *   itemText: "{dish} {recipe}",
 *   query: {
 *     longhand: "{dish} {ingredients}",
 *     "longlamp-paper": { gpt: { from: "input" }, llama: { from: "input" } },
 *   },
 *   templates: {
 *     gpt: { passage: '"{recipe}" is a recipe for "{dish}" ', separator: ", and ", wrap: "{ppeps}. {input}" },
 *     llama: { passage: '"{recipe}" is a recipe for "{dish}" ', separator: ", and ", wrap: "{ppeps}. {input}" },
 *   },
 * });
 * ```
 */
export function defineTask(definition: TaskDefinition): BenchmarkTask {
  checkDefinition(definition);
  const layout: RowLayout = { definition, inputs: definition.inputs.map(parseSlots) };
  const itemText = parseSlots(definition.itemText);
  const longhand = parseSlots(definition.query.longhand);
  return {
    name: definition.name,
    title: definition.title,
    definition,
    templates: definition.templates,
    inspectRow: (row, fallbackId) => inspectRow(layout, row, fallbackId),
    readRow: (row, fallbackId) => {
      const { example, problems, hasOwnId } = inspectRow(layout, row, fallbackId ?? "");
      const missing = hasOwnId || fallbackId !== undefined ? [] : ["id is missing"];
      if (example !== undefined && missing.length === 0) return example;
      throw invalidRow(definition.name, [...missing, ...problems]);
    },
    writeRow: (example) => writeRow(definition, example),
    writeLine: (example) => writeLine(definition, example),
    writeInput: (parts) => writeInput(layout, parts),
    query: (example, rules) => buildQuery(example, { ...rules, definition, longhand }),
    passageText: (item) => fillSlots(itemText, (name) => fieldOf(item, name)),
  };
}

function invalidRow(task: string, problems: readonly string[]): LonghandError {
  return new LonghandError(`This is not a row of the task ${task}: ${problems.join("; ")}.`, {
    code: "invalid-record",
    hint: "docs/dataset.md lists the fields of each task.",
    details: { problems },
  });
}

function writeInput({ inputs }: RowLayout, parts: Readonly<Record<string, string>>): string {
  return fillSlots(inputs[0] as readonly TemplatePart[], (name) => {
    const value = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (value !== undefined) return value;
    throw new LonghandError(`An input cannot be written without its ${name}.`, {
      code: "missing-field",
      details: { field: name },
    });
  });
}

function fieldOf(item: ProfileItem, name: string): string {
  const value = Object.hasOwn(item.fields, name) ? item.fields[name] : undefined;
  if (value !== undefined && value !== null) return String(value);
  throw new LonghandError(`The profile item ${item.id} has no ${name}.`, {
    code: "missing-field",
    hint: `It has: ${Object.keys(item.fields).join(", ") || "no fields"}.`,
    details: { itemId: item.id, field: name },
  });
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

function checkDefinition(definition: TaskDefinition): void {
  const { name, inputs, profile, target, query, columns = [] } = definition;
  if (!NAME.test(name)) throw invalidTask(name, "its name must be lower-case words with hyphens");
  const parts = [...columns, ...slotNames(inputs[0])];
  const itemFields = Object.keys(profile);
  const texts = itemFields.filter((field) =>
    ["text", "rating"].includes(profile[field]?.kind ?? ""),
  );
  if (!itemFields.includes(target.field)) {
    throw invalidTask(name, `target.field ${target.field} is no field of its profile items`);
  }
  if (target.prefix !== undefined && !parts.includes(target.prefix)) {
    throw invalidTask(name, `target.prefix ${target.prefix} is no part of its inputs`);
  }
  checkSlots(query.longhand, { task: name, where: "query.longhand", known: parts });
  checkSlots(definition.itemText, { task: name, where: "itemText", known: texts });
  for (const [family, { from, marker = "" }] of Object.entries(query["longlamp-paper"])) {
    if (from === "after" && marker === "") {
      throw invalidTask(name, `query.longlamp-paper.${family} needs a marker`);
    }
  }
  for (const [family, template] of Object.entries(definition.templates)) {
    const where = `templates.${family}`;
    checkSlots(template.passage, {
      task: name,
      where: `${where}.passage`,
      known: [...itemFields, "date"],
    });
    const wrapped = slotNames(template.wrap).sort().join();
    if (wrapped !== "input,ppeps") {
      throw invalidTask(
        name,
        `${where}.wrap needs the slots {ppeps} and {input} once each, and no other`,
      );
    }
  }
}

interface SlotRule {
  readonly task: string;
  readonly where: string;
  readonly known: readonly string[];
}

function checkSlots(template: string, { task, where, known }: SlotRule): void {
  const unknown = slotNames(template).find((slot) => !known.includes(slot));
  if (unknown !== undefined) {
    throw invalidTask(task, `${where} has the slot {${unknown}}; there are ${known.join(", ")}`);
  }
}

function slotNames(template: string): string[] {
  return parseSlots(template).flatMap((part) => (typeof part === "string" ? [] : [part.name]));
}

function invalidTask(name: string, what: string): LonghandError {
  return new LonghandError(`The task ${JSON.stringify(name)} is not complete: ${what}.`, {
    code: "invalid-task",
    hint: "docs/dataset.md shows a whole definition.",
    details: { task: name },
  });
}
