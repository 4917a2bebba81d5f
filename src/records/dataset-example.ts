import { z } from "zod";
import type { FieldValue } from "./corpus-document.ts";

/** The two ways to split people's texts: unseen people, or people's newest texts. */
export type Setting = "user" | "temporal";

/** The three parts of a dataset. The released name `val` is read as `validation`. */
export type Split = "train" | "validation" | "test";

/** One earlier text of a person, with the fields that its task gives it. */
export interface ProfileItem {
  /** Unique in the profile. */
  readonly id: string;
  /** When it was written, as in a corpus document; absent if unknown. */
  readonly date?: string;
  /** The task's fields, for instance `title` and `abstract`. */
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** One item of a benchmark: what to write, what the person really wrote, and their earlier texts. */
export interface DatasetExample {
  /** Unique in the dataset. */
  readonly id: string;
  /** Name of the task, for instance `passage` or `abstract`. */
  readonly task: string;
  /** Whose text it is; examples of one user are one cluster in every statistic. */
  readonly userId: string;
  /** What the model is asked, x. */
  readonly input: string;
  /** What the person wrote, y: the reference. */
  readonly output: string;
  /** Id of the document that the reference comes from, if known. */
  readonly targetId?: string;
  /** When the reference was written, if known. */
  readonly date?: string;
  /** Parts of the input that a query is built from, for instance `title` and `prefix`. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** The person's earlier texts, in stored order. */
  readonly profile: readonly ProfileItem[];
}

const fieldsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Schema of {@link ProfileItem}. */
export const profileItemSchema: z.ZodType<ProfileItem> = z.strictObject({
  id: z.string(),
  date: z.exactOptional(z.string()),
  fields: fieldsSchema,
});

/** Schema of {@link DatasetExample}. */
export const datasetExampleSchema: z.ZodType<DatasetExample> = z.strictObject({
  id: z.string().min(1),
  task: z.string().min(1),
  userId: z.string().min(1),
  input: z.string(),
  output: z.string(),
  targetId: z.exactOptional(z.string()),
  date: z.exactOptional(z.string()),
  fields: z.exactOptional(fieldsSchema),
  profile: z.array(profileItemSchema),
});
