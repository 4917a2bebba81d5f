import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { checkSideTemplate, SIDE_TEMPLATES, type SideTemplates } from "../../prompt/index.ts";
import {
  type SideTemplate,
  styleTemplateSchema,
  summaryTemplateSchema,
} from "../../records/index.ts";
import { checkShape, parseStrictYaml } from "../../storage/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";

/**
 * The side templates of an experiment: its files, or the ones that ship.
 *
 * @param experiment - With its `prompt.templates`.
 * @returns One template per stage.
 * @throws LonghandError `invalid-template`, naming the file and each fault with its line.
 */
export async function readSideTemplates({
  prompt: { templates = {} },
}: Pick<Experiment, "prompt">): Promise<SideTemplates> {
  const { summary, style } = templates;
  return {
    summary:
      summary === undefined
        ? SIDE_TEMPLATES.summary
        : await readTemplate(summary, summaryTemplateSchema),
    style:
      style === undefined ? SIDE_TEMPLATES.style : await readTemplate(style, styleTemplateSchema),
  };
}

async function readTemplate<T extends SideTemplate>(
  path: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new LonghandError(`The template ${path} cannot be read.`, {
      code: "invalid-template",
      hint: "Copy one with `longhand prompt templates copy summary/v1 --out FILE`.",
      details: { file: path },
      cause,
    });
  });
  const source = parseStrictYaml(text, "a template");
  const { value, problems } = checkShape(source, schema);
  const faults = [...source.problems, ...problems];
  if (value === undefined || faults.length > 0) {
    const lines = faults.map(
      ({ line, column, message }) => `${path}:${line}:${column}: ${message}`,
    );
    throw new LonghandError(`${path} is no side template:\n${lines.join("\n")}`, {
      code: "invalid-template",
      hint: "Compare it with `longhand prompt templates show summary/v1`.",
      details: { file: path, problems: faults },
    });
  }
  checkSideTemplate(value);
  return value;
}
