/** What is known of a model, as far as it stands in signatures. */
export interface NamedModel {
  /** Name of the adapter. */
  readonly adapter: string;
  /** Name of the model at its backend. */
  readonly model: string;
  /** Revision, if known. */
  readonly revision?: string;
  /** Settings that change what it gives. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Names a model for signatures.
 *
 * @param model - What it says of itself.
 * @returns For instance `openai/some-model@2026-01`, on one line and without bars.
 */
export function modelSignature({ adapter, model, revision, settings = {} }: NamedModel): string {
  const facts = Object.entries(settings)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const of = revision === undefined ? "" : `@${revision.slice(0, 12)}`;
  const how = facts.length === 0 ? "" : `(${facts.join(",")})`;
  return `${adapter}/${model}${of}${how}`.replace(/[|\s]/g, "_");
}
