import { z } from "zod";

/** What cannot be seen, turns the direction of what follows, or is half a character. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Tidies a name that others will see: form NFC, single spaces, none at the ends.
 *
 * @param name - As it was typed.
 * @returns The name to show.
 */
export function tidyName(name: string): string {
  return name.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

/**
 * Says why a name is none.
 *
 * @param name - The name, tidied.
 * @returns The end of a sentence that begins with the name; `undefined` for names that can be seen.
 */
export function hiddenNameFault(name: string): string | undefined {
  if (HIDDEN.test(name)) return "holds characters that cannot be seen";
  return /[\p{L}\p{Nd}]/u.test(name) ? undefined : "holds no letter and no digit";
}

/**
 * Schema of a name that others will see; it is tidied.
 *
 * @param least - Shortest length, in characters.
 * @param most - Longest length, in characters.
 * @returns The schema.
 */
export function shownNameSchema(least: number, most: number): z.ZodString {
  return z
    .string()
    .overwrite(tidyName)
    .min(least, least === 1 ? "must not be empty" : `must have ${least} characters or more`)
    .max(most, `must have ${most} characters at most`)
    .superRefine((name, context) => {
      // Of a name that is too short, its length has been told.
      const message = name.length < least ? undefined : hiddenNameFault(name);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });
}
