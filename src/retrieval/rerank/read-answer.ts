/**
 * Reads an answer of yes or no. Nothing but the word may stand there, apart from case, white space,
 * quotation marks, asterisks and a full stop around it.
 *
 * @param text - What the model wrote.
 * @returns What it says; `undefined` if it says neither.
 */
export function readYesNo(text: string): "yes" | "no" | undefined {
  const word = /^[\s"'*]*(yes|no)[\s"'*.!]*$/i.exec(text)?.[1]?.toLowerCase();
  return word === "yes" || word === "no" ? word : undefined;
}

/**
 * Reads an order of numbered passages, such as `[2] > [1] > [3]` or `2, 1, 3`. Every number must stand
 * there exactly once, and nothing else.
 *
 * @param text - What the model wrote.
 * @param count - How many passages there are, numbered from 1.
 * @returns Indexes from 0 in the order given; `undefined` if it is no such order.
 */
export function readOrder(text: string, count: number): number[] | undefined {
  const line = text.trim().replace(/\.$/, "");
  if (!/^\[?\d{1,6}\]?(?:\s*[>,\s]\s*\[?\d{1,6}\]?)*$/.test(line)) return undefined;
  const order = (line.match(/\d+/g) ?? []).map((number) => Number(number) - 1);
  const isWhole =
    order.length === count &&
    new Set(order).size === count &&
    order.every((at) => at >= 0 && at < count);
  return isWhole ? order : undefined;
}
