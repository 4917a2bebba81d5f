import type { ProfileItem } from "../../records/index.ts";
import { itemContent } from "../example-digest.ts";
import type { TaskDefinition } from "../task.ts";
import { ownTextJson } from "../text-json.ts";
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
  const bytesOf = encoderIntoBlocks();
  const known = new WeakMap<ProfileItem, PreparedItem>();
  const { field } = definition.target;
  return (item) => {
    const found = known.get(item);
    if (found !== undefined) return found;
    const json = ownTextJson();
    const prepared = {
      line: bytesOf(`,${itemLine(definition, item, json)}`),
      content: bytesOf(itemContent(item, json)),
      compared: comparedText(String(item.fields[field])),
    };
    known.set(item, prepared);
    return prepared;
  };
}

const BLOCK_BYTES = 1 << 20;
const MOST_BYTES_A_UNIT = 3;

/** Encodes texts one behind the other into large blocks: a buffer for each would burden the memory. */
function encoderIntoBlocks(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let block = new Uint8Array(0);
  let at = 0;
  return (text) => {
    const most = MOST_BYTES_A_UNIT * text.length;
    if (most > block.length - at) {
      block = new Uint8Array(Math.max(BLOCK_BYTES, most));
      at = 0;
    }
    const from = at;
    at += encoder.encodeInto(text, block.subarray(from)).written;
    return block.subarray(from, at);
  };
}
