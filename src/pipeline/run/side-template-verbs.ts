import { stat } from "node:fs/promises";
import { stringify } from "yaml";
import { LonghandError } from "../../foundation/index.ts";
import { SIDE_TEMPLATES } from "../../prompt/index.ts";
import type { SideTemplate } from "../../records/index.ts";
import { nearestWord, writeAtomically } from "../../storage/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import { sideTemplateHash } from "./side-texts.ts";

const SHIPPED: readonly SideTemplate[] = [SIDE_TEMPLATES.summary, SIDE_TEMPLATES.style];

/**
 * The side templates that ship.
 *
 * @returns Name, stage, limits and hash of each.
 */
export function listSideTemplates(): VerbResult {
  const templates = SHIPPED.map((template) => {
    const { name, stage, maxOutputTokens, temperature, skipFromTokens } = template;
    const hash = sideTemplateHash(template);
    return { name, stage, maxOutputTokens, temperature, skipFromTokens, hash };
  });
  const lines = templates.map(
    ({ name, stage, maxOutputTokens, temperature, skipFromTokens, hash }) =>
      `${name}: ${stage}, at most ${maxOutputTokens} tokens at temperature ${temperature}, skipped from ${skipFromTokens} prompt tokens on, ${hash.slice(0, 12)}`,
  );
  return { json: { templates }, text: lines.join("\n") };
}

/**
 * One side template as the YAML file that a user may edit.
 *
 * @param name - Its name.
 * @returns The template.
 * @throws LonghandError `invalid-option` for an unknown name.
 */
export function showSideTemplate(name: string): VerbResult {
  const template = shipped(name);
  return { json: { template, hash: sideTemplateHash(template) }, text: yamlOf(template).trimEnd() };
}

/**
 * Writes a side template into a file that a user may edit.
 *
 * @param name - Its name.
 * @param out - The file; one that is there is refused.
 * @returns Where it is.
 * @throws LonghandError `invalid-option` for an unknown name or a file that is there.
 */
export async function copySideTemplate(name: string, out: string): Promise<VerbResult> {
  const template = shipped(name);
  if ((await stat(out).catch(() => undefined)) !== undefined) {
    throw new LonghandError(`${out} is there already.`, {
      code: "invalid-option",
      hint: "Name another file, or remove it.",
    });
  }
  await writeAtomically(out, yamlOf(template));
  const key = `prompt: { templates: { ${template.stage}: ${JSON.stringify(out)} } }`;
  return {
    json: { template: name, file: out },
    text: `Written: ${out}\nUse it in an experiment: ${key}`,
  };
}

function shipped(name: string): SideTemplate {
  const found = SHIPPED.find((template) => template.name === name);
  if (found !== undefined) return found;
  const names = SHIPPED.map((template) => template.name);
  const near = nearestWord(name, names) ?? names.join(" or ");
  throw new LonghandError(`There is no template ${name}.`, {
    code: "invalid-option",
    hint: `Did you mean ${near}?`,
  });
}

function yamlOf(template: SideTemplate): string {
  const head = [
    `# A side template of Longhand, copied from ${template.name}. Give an edited copy a name of its own;`,
    "# its hash stands in keys and manifests in any case. Slots stand in braces; {{ and }} are braces.",
  ];
  return `${head.join("\n")}\n${stringify(template, { lineWidth: 0 })}`;
}
