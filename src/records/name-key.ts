/** Letters that look like another one; both sides as they are after folding. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  i: "l",
  "|": "l",
  // Cyrillic
  а: "a",
  в: "b",
  е: "e",
  һ: "h",
  і: "l",
  ј: "j",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  ѕ: "s",
  т: "t",
  у: "y",
  х: "x",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  // Greek
  α: "a",
  β: "b",
  γ: "y",
  ε: "e",
  η: "n",
  ι: "l",
  κ: "k",
  μ: "u",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
};

/**
 * What a name of a person or team is compared by, so that no two look alike: without case, accents,
 * invisible characters and repeated white space, and with letters of other scripts and digits as the
 * letters that they look like.
 *
 * @param name - The name as written.
 * @returns The key; empty if nothing of the name can be seen.
 */
export function nameKey(name: string): string {
  const folded = name
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim();
  return [...folded].map((letter) => LOOK_ALIKES[letter] ?? letter).join("");
}
