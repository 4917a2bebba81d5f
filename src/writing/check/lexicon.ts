import { porterStem } from "../../text/index.ts";

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that belong to no noun: articles, pronouns, prepositions, conjunctions, auxiliaries. */
export const FUNCTION_WORDS: ReadonlySet<string> = set(
  "a an the this that these those my your his her its our their whose which who whom what and or but nor so yet if then than as of in on at by for with from to into onto upon over under above below between among through during before after since until till about around near along across behind beside besides beyond within without against toward towards off out up down per via i you he she it we they me him us them one someone nobody everyone myself himself herself itself themselves is are was were be been being am has have had having do does did done will would shall should can could may might must not no never ever only just also too very still already again now here there when where why how while because although though unless whereas both each every all any some such same other another more most less least many much few fewer several own once twice",
);

/** Determiners that begin a noun phrase with which something known is meant. */
export const DEFINITE: ReadonlySet<string> = set("the this that our their my your his her its");

/** Prepositions: the noun after one is no subject. */
export const PREPOSITIONS: ReadonlySet<string> = set(
  "of in on at by for with from to into onto upon over under above below between among through during before after since until till about around near along across behind beside besides beyond within without against toward towards off despite inside outside like than past aboard",
);

/** Forms of verbs by their basic form: those that say when, where or how much. */
const VERB_FORMS: readonly string[] = [
  "be: is are was were be been am",
  "have: has had have having",
  "build: built build builds building",
  "rebuild: rebuilt rebuild",
  "bear: born birth",
  "die: died dies die dying death",
  "light: lit",
  "strike: struck strikes",
  "need: needs needed need",
  "charge: charges charged charge",
  "stay: stayed stays stay",
  "lead: led leads",
  "draw: drew drawn draws",
  "bury: buried burial",
  "open: opened opens open opening",
  "reopen: reopened reopens reopening",
  "close: closed closes close closing closure shut",
  "begin: began begun begins begin started starts start starting beginning",
  "end: ended ends end ending finished finishes finish finishing completed complete completes completion",
  "found: founded founding established establish",
  "launch: launched launches launch launching",
  "marry: married marries marry wedding marriage",
  "buy: bought buys buy buying purchased purchase",
  "sell: sold sells sell selling sale",
  "sign: signed signs signing",
  "write: wrote written writes write writing",
  "publish: published publishes publication",
  "arrive: arrived arrives arrive arriving arrival came comes come coming",
  "leave: left leaves leave leaving departed departs depart departure sailed sails sail",
  "return: returned returns return returning",
  "move: moved moves move moving",
  "live: lived lives live living",
  "lie: lies lay lain lie lying stands stood stand standing situated located",
  "work: worked works work working",
  "study: studied studies study studying",
  "grow: grew grown grows grow",
  "sink: sank sunk sinks sink sinking",
  "burn: burned burnt burns burn",
  "fall: fell fallen falls fall",
  "retire: retired retires retire retirement",
  "join: joined joins join",
  "elect: elected elects election",
  "appoint: appointed appoints appointment",
  "happen: happened happens happen occurred occurs",
  "last: lasted lasts lasting",
  "take: took taken takes take taking",
  "cost: cost costs costing",
  "pay: paid pays pay paying",
  "earn: earned earns earn",
  "spend: spent spends spend spending",
  "weigh: weighed weighs weigh weighing",
  "measure: measured measures measure",
  "carry: carried carries carry carrying",
  "hold: held holds hold holding",
  "make: made makes make making",
  "give: gave given gives give",
  "inherit: inherited inherits inherit",
  "belong: belonged belongs belong",
  "own: owned owns own owning",
  "employ: employed employs employ",
  "meet: met meets meet meeting",
  "wait: waited waits wait waiting",
  "keep: kept keeps keep",
  "know: knew known knows know",
  "find: found finds",
  "lose: lost loses lose",
  "go: went gone goes go going",
  "serve: served serves serve",
  "install: installed installs installation",
  "turn: turned turns turn",
  "run: ran runs run running",
  "say: said says say",
  "tell: told tells tell",
  "hear: heard hears hear",
  "see: saw seen sees see",
  "rise: rose risen rises rise",
  "win: won wins win",
  "lend: lent lends lend",
  "borrow: borrowed borrows borrow",
  "owe: owed owes owe",
  "print: printed prints",
  "plant: planted plants planting",
  "arrest: arrested arrest",
  "wreck: wrecked wreck",
  "register: registered registers",
  "receive: received receives receive",
  "send: sent sends send",
  "bring: brought brings bring",
];

const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  VERB_FORMS.flatMap((line) => {
    const [base = "", forms = ""] = line.split(": ");
    return forms.split(" ").map((form) => [form, base] as const);
  }),
);

/**
 * The basic form of a verb, or of a noun made from it.
 *
 * @param word - A word in lower case.
 * @returns The basic form; the stem of a regular past form; `undefined` for a word that is no known verb.
 */
export function verbOf(word: string): string | undefined {
  const base = BASE_FORMS.get(word);
  if (base !== undefined) return base;
  return /[a-z]{3,}ed$/.test(word) && !NO_VERBS.has(word) ? porterStem(word) : undefined;
}

const NO_VERBS: ReadonlySet<string> = set(
  "hundred indeed naked sacred wicked unopened red-haired kindred",
);

/**
 * A word as it is compared with others: verbs and nouns made from them by the verb, others by their stem.
 *
 * @param word - A word in lower case.
 * @returns The form to compare.
 */
export function comparableWord(word: string): string {
  return BASE_FORMS.get(word) ?? porterStem(word);
}

/** Nouns that name a property rather than a thing. */
export const ATTRIBUTE_NOUNS: ReadonlySet<string> = set(
  "age height weight length width depth breadth size price cost costs rent fare toll wage wages salary pay budget debt income profit loss losses turnover revenue population crew capacity speed birthday date name owner address number sum total value temperature distance duration fee fine circulation membership attendance",
);

/** Nouns of things that happen once, in one document. */
export const EVENT_NOUNS: ReadonlySet<string> = set(
  "storm wedding funeral opening sale election meeting battle fire flood launch birth death strike trial concert exhibition festival arrival departure closure founding completion inauguration party dinner accident collision crossing explosion landslide earthquake ceremony auction inspection hearing wreck sinking regatta match race performance premiere harvest eviction robbery burial christening baptism inquest debate vote verdict merger audit handover",
);

/** Words that say that something was different before, or will be. */
export const SCOPE_WORDS: ReadonlySet<string> = set(
  "ago earlier later formerly previously once then originally first last next previous another additional further remaining other rest half each every per daily weekly monthly yearly annually alone average together altogether combined yesterday tomorrow ever never",
);

/** Forms of other common verbs: a noun phrase ends before one. */
export const OTHER_VERBS: ReadonlySet<string> = set(
  "became become becomes felt feels thought thinks got gets sat sits put puts let lets drew draws drove drives broke breaks spoke speaks woke wakes rang rings sang sings swam swims led leads fed feeds read reads caught catches taught teaches fought fights sought seeks chose chooses wore wears tore tears swore swears shook shakes threw throws blew blows flew flies understood understands meant means spread spreads set sets hit hits cut cuts hurt hurts beat beats slept sleeps dealt deals bent bends hung hangs struck strikes swept sweeps clung clings froze freezes rode rides hid hides bit bites ate eats drank drinks forgot forgets forgave did does done says asks asked seems seem looks needs wants likes calls rests remains stays serves follows reaches allows requires contains includes provides shows covers crosses brings starts stops ends helps plays pays uses counts smells creaks groans rolls turns waits smiles nods laughs cries shouts whispers answers remembers lived employs exceeds equals amounts depends consists comprises spans connects houses seats rises drops boasts marks",
);
