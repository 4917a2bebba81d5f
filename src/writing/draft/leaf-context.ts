import type { PlanNode, WritingFact } from "../../records/index.ts";
import type { AuthorFact } from "../brief/brief.ts";
import { holdsIn } from "../brief/story-time.ts";
import { CONTEXT_PARTS, type ContextPart, SIZE_LIMITS } from "../plan/model-size.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { factLine, nodeLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { Exemplar, Writer } from "../run/writer.ts";
import { techniquesOf } from "../techniques/techniques.ts";
import { fitContext } from "./fit-context.ts";
import { goesOn } from "./go-on.ts";
import { instructions } from "./leaf-instructions.ts";
import {
  documentPart,
  earlierPart,
  exemplarPart,
  leafPart,
  listPart,
  mustPart,
  nextPart,
  previousPart,
} from "./leaf-parts.ts";
import { earlierLines, type Neighbours, neighboursOf } from "./leaf-place.ts";
import { readsOf } from "./leaf-reads.ts";
import type { LeafContext, LeafRequest } from "./leaf-request.ts";
import { roomForEarlier, saidFactsWithin } from "./place-room.ts";
import { saidFacts } from "./said-facts.ts";

/** Sentences that are named as said already, at most. */
const SAID_SENTENCES = 5;

/**
 * Puts the prompt of a leaf together, each part within its budget. It does not grow with the document.
 *
 * @param request - Leaf and target.
 * @param writer - The run.
 * @returns The prompt.
 * @throws LonghandError `context-too-small` if even the parts that are never left out do not fit.
 */
export async function leafContext(request: LeafRequest, writer: Writer): Promise<LeafContext> {
  const { node } = request;
  const { brief, hits } = writer;
  const { bible } = techniquesOf(brief);
  const facts = bible ? brief.facts.filter((fact) => holdsIn(fact, node)) : [];
  const exemplars = await exemplarsFor(node, writer);
  const own = node.must.flatMap((id) => hits.get(id) ?? []);
  const said = shownFacts(node, writer);
  const found = { request, writer, facts, exemplars, hits: own, said };
  const parts = partsOf(found);
  const system = parts.get("instructions") ?? "";
  parts.delete("instructions");
  const { previousText = "" } = neighboursOf(node, writer);
  const ending = goesOn(writer) ? previousText : "";
  if (ending !== "") parts.delete("previous");
  const messages = await fitContext({ system, parts, request, writer, ending });
  return { system, parts, messages, hits: own, facts, exemplars, reads: readsOf(found) };
}

interface Found {
  readonly request: LeafRequest;
  readonly writer: Writer;
  readonly facts: readonly AuthorFact[];
  readonly exemplars: readonly Exemplar[];
  readonly hits: readonly MustHit[];
  readonly said: readonly WritingFact[];
}

function partsOf(found: Found): Map<ContextPart, string> {
  const { writer, said, request } = found;
  const texts = new Map<ContextPart, string>();
  for (const part of CONTEXT_PARTS) texts.set(part, partText(part, found));
  const roomTokens = roomForEarlier(texts, said.map(quoteOf), writer.scale);
  texts.set("siblings", earlierPart(earlierLines(request.node, writer), roomTokens));
  // What is taken away leaves its room empty, so that everything else stays as it is.
  const { alreadySaid, nextBrief } = techniquesOf(writer.brief);
  if (!alreadySaid) texts.delete("said");
  if (!nextBrief) texts.set("next", nextPart(withoutNext(request.node, writer), writer));
  return new Map([...texts].filter(([, text]) => text !== ""));
}

function withoutNext(node: PlanNode, writer: Writer): Neighbours {
  const { next: _, ...neighbours } = neighboursOf(node, writer);
  return neighbours;
}

function partText(part: ContextPart, found: Found): string {
  const { request, writer, hits } = found;
  const { node } = request;
  const { leaf } = TEMPLATES;
  const budgetTokens = SIZE_LIMITS[writer.scale].partTokens[part];
  const neighbours = neighboursOf(node, writer);
  switch (part) {
    case "instructions":
      return instructions(writer);
    case "document":
      return documentPart(writer, budgetTokens);
    case "facts":
      return listPart(leaf.facts, factLines(found), budgetTokens);
    case "exemplars":
      return exemplarPart(found, budgetTokens);
    case "passages":
      return "";
    case "ancestors":
      return listPart(leaf.ancestors, ancestorLines(node, writer), budgetTokens, "farthest-first");
    case "siblings":
      return "";
    case "said":
      return listPart(
        leaf.said,
        request.said.closest(nodeLine(node), SAID_SENTENCES),
        budgetTokens,
      );
    case "previous":
      return previousPart(neighbours.previousText, budgetTokens);
    case "next":
      return nextPart(neighbours, writer);
    case "must":
      return mustPart(hits, request.keywords ?? [], budgetTokens);
    case "leaf":
      return leafPart(request, writer, budgetTokens);
  }
}

function factLines({ facts, request, said }: Found): string[] {
  const named = (fact: AuthorFact): number =>
    request.node.entities.includes(fact.subject) ? 0 : 1;
  const locked = facts.toSorted((left, right) => named(left) - named(right)).map(factLine);
  return [...locked, ...said.map(quoteOf)];
}

/** What texts say of those whom a leaf's plan names, as far as there is room for it. */
function shownFacts(node: PlanNode, writer: Writer): WritingFact[] {
  const found = saidFacts(node, writer);
  return found.slice(0, saidFactsWithin(found.map(quoteOf), writer.scale).length);
}

function quoteOf({ evidence }: WritingFact): string {
  return evidence?.quote ?? "";
}

function ancestorLines(node: PlanNode, { journal, scale }: Writer): string[] {
  return journal.state.tree
    .ancestorsOf(node)
    .filter(({ parent }) => parent !== undefined)
    .map((above) => (scale === "tiny" ? above.brief : nodeLine(above)));
}

/**
 * The author's passages for one leaf.
 *
 * @param node - The leaf.
 * @param writer - The run.
 * @returns One for a tiny model, else up to three; none without a profile.
 */
export async function exemplarsFor(node: PlanNode, writer: Writer): Promise<readonly Exemplar[]> {
  const { brief, findExemplars, scale } = writer;
  const { voice, exemplars } = techniquesOf(brief);
  if (brief.profile === undefined || findExemplars === undefined) return [];
  if (!voice || !exemplars) return [];
  const found = await findExemplars(nodeLine(node));
  return found.slice(0, scale === "tiny" ? 1 : Math.min(3, brief.profile.passages));
}
