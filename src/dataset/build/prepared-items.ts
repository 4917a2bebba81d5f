import type { ProfileItem } from "../../records/index.ts";
import { itemContent } from "../example-digest.ts";
import type { TaskDefinition } from "../task.ts";
import { itemLine } from "../write-row.ts";
import { type ComparedText, comparedText } from "./near-text.ts";

/** An item of profiles in the forms that every example with it needs. */
export interface PreparedItem {
  /** A comma, and the item as it stands in a line; in UTF-8. */
  readonly line: Uint8Array;
  /** A comma, and the item as it is hashed; in UTF-8. */
  readonly content: Uint8Array;
  /** Its text, to be compared with targets. */
  readonly compared: ComparedText;
}

/** Gives the forms of an item. */
export type PreparedItems = (item: ProfileItem) => PreparedItem;

/**
 * Prepares items once for all examples with them, and keeps their forms for as long as the items themselves are
 * kept.
 *
 * @param definition - The task.
 * @returns Gives the forms of an item.
 */
export function preparedItems(definition: TaskDefinition): PreparedItems {
  const known = new WeakMap<ProfileItem, PreparedItem>();
  const { field } = definition.target;
  return (item) => {
    const found = known.get(item);
    if (found !== undefined) return found;
    const prepared = {
      line: Buffer.from(`,${itemLine(definition, item)}`),
      content: Buffer.from(itemContent(item)),
      compared: comparedText(String(item.fields[field])),
    };
    known.set(item, prepared);
    return prepared;
  };
}
