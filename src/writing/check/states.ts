/** A state that something can be in: one of a group that exclude each other. */
export interface State {
  /** The group. */
  readonly group: string;
  /** The state in it. */
  readonly state: string;
}

// group: state=words, the second state being the contrary of the first
const GROUPS: readonly string[] = [
  "life: alive=alive,living dead=dead,deceased",
  "access: open=open,opened closed=closed,shut,unopened,sealed",
  "lock: locked=locked unlocked=unlocked",
  "marriage: married=married unmarried=unmarried,single widowed=widowed divorced=divorced",
  "sale: sold=sold unsold=unsold",
  "repair: working=working,repaired,mended,running broken=broken,wrecked",
  "whereabouts: lost=lost,missing found=found,recovered",
  "completion: complete=complete,completed,finished incomplete=incomplete,unfinished",
  "payment: paid=paid unpaid=unpaid",
  "signature: signed=signed unsigned=unsigned",
  "guilt: guilty=guilty innocent=innocent",
  "law: legal=legal,lawful illegal=illegal,unlawful",
  "tenancy: vacant=vacant,unoccupied occupied=occupied",
  "insurance: insured=insured uninsured=uninsured",
];

const STATES: ReadonlyMap<string, State> = new Map(
  GROUPS.flatMap((line) => {
    const [group = "", rest = ""] = line.split(": ");
    return rest.split(" ").flatMap((entry) => {
      const [state = "", words = ""] = entry.split("=");
      return words.split(",").map((word) => [word, { group, state }] as const);
    });
  }),
);

const CONTRARY: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap((line) => {
    const states = (line.split(": ")[1] ?? "").split(" ").map((entry) => entry.split("=")[0] ?? "");
    const [one = "", other = ""] = states;
    return states.length === 2 ? [[one, other] as const, [other, one] as const] : [];
  }),
);

/**
 * The state that a word names.
 *
 * @param word - A word in lower case.
 * @returns The state; `undefined` if it names none.
 */
export function stateOf(word: string): State | undefined {
  return STATES.get(word);
}

/**
 * The state that is meant by not being in a state.
 *
 * @param state - A state.
 * @returns The other one of two; `undefined` where there are more.
 */
export function contraryOf({ group, state }: State): State | undefined {
  const other = CONTRARY.get(state);
  return other === undefined ? undefined : { group, state: other };
}

const CHANGING: Readonly<Record<string, string>> = {
  open: "access",
  reopen: "access",
  close: "access",
  marry: "marriage",
  sell: "sale",
  buy: "sale",
  repair: "repair",
  mend: "repair",
  break: "repair",
  wreck: "repair",
  find: "whereabouts",
  lose: "whereabouts",
  end: "completion",
  pay: "payment",
  sign: "signature",
  unlock: "lock",
  lock: "lock",
};

/**
 * The group of states that a verb changes.
 *
 * @param verb - Basic form or stem.
 * @returns The group; `undefined` if it changes none.
 */
export function changedBy(verb: string): string | undefined {
  return CHANGING[verb];
}

/** Relatives: somebody is one of these to somebody else, and no other. */
export const RELATIONS: ReadonlySet<string> = new Set(
  "daughter son mother father sister brother wife husband aunt uncle niece nephew cousin grandmother grandfather granddaughter grandson widow widower stepdaughter stepson stepmother stepfather fiancée fiancé fiancee fiance twin".split(
    " ",
  ),
);

/** Relations that two people may have at once, or that follow each other. */
const COMPATIBLE: readonly ReadonlySet<string>[] = [
  new Set(["wife", "widow", "fiancée", "fiancee"]),
  new Set(["husband", "widower", "fiancé", "fiance"]),
  new Set(["sister", "twin"]),
  new Set(["brother", "twin"]),
];

/**
 * Tells whether somebody can be both to somebody else.
 *
 * @param left - One relation.
 * @param right - The other one.
 * @returns Whether they go together.
 */
export function goTogether(left: string, right: string): boolean {
  return left === right || COMPATIBLE.some((set) => set.has(left) && set.has(right));
}
