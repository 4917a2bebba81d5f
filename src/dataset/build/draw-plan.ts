import type { FunnelStep, Setting } from "../../records/index.ts";
import { sqlText } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import { splitSizes } from "../split-users.ts";
import type { BuildRules } from "./build-rules.ts";
import { sizeOf, stepOf } from "./count-people.ts";
import { drawKey } from "./sql-words.ts";
import type { TaskRecipe } from "./task-recipe.ts";
import { runLong, type Workshop } from "./workshop.ts";

/**
 * Name of the table of who writes what: `person, ord, id, date, product, split, number, in_profile,
 * position`; a document with a split is a target.
 */
export const PLAN = "plan.parquet";

/** What the draws need to know. */
export interface DrawRequest {
  readonly recipe: TaskRecipe;
  readonly rules: BuildRules;
  readonly setting: Setting;
  readonly seed: number;
  /** Path of the table of documents: `person, ord, id, date, product`. */
  readonly documents: string;
}

/** What drawing found. */
export interface Drawn {
  readonly funnel: readonly FunnelStep[];
  /** Documents of one person with the same date as the next older one; dated tasks only. */
  readonly dateTies: number;
  /** Documents without a date. */
  readonly undated: number;
}

/** Draws splits and targets, and notes the profile of everybody who has a target. */
export async function drawPlan(shop: Workshop, request: DrawRequest): Promise<Drawn> {
  const { engine } = shop;
  const funnel: FunnelStep[] = [];
  await engine.run(
    `CREATE OR REPLACE TEMP TABLE documents AS
     SELECT person, ord, id, date, product FROM read_parquet(${sqlText(request.documents)})`,
  );
  const { dateTies, undated } = await countDates(shop);
  if (request.setting === "temporal" && request.recipe.targets === "one") {
    funnel.push(await keepPeopleWithThree(shop, request));
  }
  await drawPeople(shop, request);
  const before = await sizeOf(shop, "documents");
  await engine.run(`CREATE OR REPLACE TEMP TABLE roles AS ${rolesSql(request)}`);
  const drawn = await examplesOf(shop);
  funnel.push({
    ...stepOf(`${request.recipe.noun} was drawn as a target`, before, before),
    out: drawn.documents,
    usersOut: drawn.users,
  });
  if (request.setting === "temporal") funnel.push(await keepFinalShare(shop, request));
  funnel.push(await keepProfiles(shop, request));
  await writePlan(shop, request);
  await engine.run("DROP TABLE documents; DROP TABLE people; DROP TABLE roles");
  return { funnel, dateTies, undated };
}

async function countDates({ engine }: Workshop): Promise<Pick<Drawn, "dateTies" | "undated">> {
  const [row] = await engine.rows(
    `SELECT count(*) FILTER (date IS NULL) AS undated,
       count(date) - count(DISTINCT (person, date)) FILTER (date IS NOT NULL) AS ties
     FROM documents`,
  );
  return { dateTies: Number(row?.["ties"]), undated: Number(row?.["undated"]) };
}

/** Targets of a person in the temporal setting: one each for test, validation and train. */
const TEMPORAL_TARGETS = 3;

async function keepPeopleWithThree(shop: Workshop, { recipe }: DrawRequest): Promise<FunnelStep> {
  const before = await sizeOf(shop, "documents");
  const counted = recipe.temporalBy === "date" ? "count(date)" : "count(*)";
  await shop.engine.run(
    `CREATE OR REPLACE TEMP TABLE documents AS SELECT * FROM documents WHERE person IN (
       SELECT person FROM documents GROUP BY person HAVING ${counted} >= ${TEMPORAL_TARGETS})`,
  );
  const dated = recipe.temporalBy === "date" ? "dated " : "";
  const rule = `author has ${TEMPORAL_TARGETS} ${dated}${recipe.noun}s`;
  return stepOf(rule, before, await sizeOf(shop, "documents"));
}

/** Gives every person a split (user setting), and a place in the draws of validation and test. */
async function drawPeople(
  { engine }: Workshop,
  { seed, rules, setting }: DrawRequest,
): Promise<void> {
  const [row] = await engine.rows("SELECT count(DISTINCT person) AS n FROM documents");
  const { test, validation } = splitSizes(Number(row?.["n"]), rules.splitShares);
  const split =
    setting === "user"
      ? `CASE WHEN place <= ${test} THEN 'test'
           WHEN place <= ${test + validation} THEN 'validation' ELSE 'train' END`
      : "NULL::VARCHAR";
  await engine.run(
    `CREATE OR REPLACE TEMP TABLE people AS SELECT person, n, ${split} AS split FROM (
       SELECT person, count(*) AS n,
         row_number() OVER (ORDER BY ${drawKey(seed, "split", "person")}, person) AS place
       FROM documents GROUP BY person)`,
  );
}

function rolesSql(request: DrawRequest): string {
  const { recipe, setting, seed, rules } = request;
  const draw = `${drawKey(seed, "targets", "person", "id")}, ord`;
  const byDraw = setting === "user" || recipe.temporalBy === "draw";
  // Equal dates: the larger id is the newer one, or what stands later in the source.
  const tie = rules.storedOrder ? "ord DESC" : "id DESC, ord DESC";
  const order = byDraw ? draw : `date DESC NULLS LAST, ${tie}`;
  const { split, inProfile } =
    recipe.targets === "one" ? oneTarget(request) : shareOfTargets(request);
  return `SELECT person, ord, id, date, product, ${split} AS split, ${inProfile} AS in_profile
    FROM (
      SELECT documents.*, people.n, people.split AS person_split,
        row_number() OVER (PARTITION BY person ORDER BY ${order}) AS rank
      FROM documents JOIN people USING (person)
    )`;
}

interface RoleSql {
  readonly split: string;
  readonly inProfile: string;
}

function oneTarget({ setting }: DrawRequest): RoleSql {
  if (setting === "user") {
    return { split: "CASE WHEN rank = 1 THEN person_split END", inProfile: "rank > 1" };
  }
  return {
    split: "CASE rank WHEN 1 THEN 'test' WHEN 2 THEN 'validation' WHEN 3 THEN 'train' END",
    inProfile: `rank > ${TEMPORAL_TARGETS}`,
  };
}

function shareOfTargets({ setting, rules }: DrawRequest): RoleSql {
  if (setting === "user") {
    const count = `greatest(least(round(n * ${rules.exampleShare}), n - 1), 0)`;
    const inProfile = rules.profileFrom === "all-others" ? "true" : `rank > ${count}`;
    return { split: `CASE WHEN rank <= ${count} THEN person_split END`, inProfile };
  }
  const [test, validation, train] = rules.temporalShares;
  const until = [test, test + validation, test + validation + train].map(
    (share) => `round(n * ${Number(share.toFixed(12))})`,
  );
  const split = `CASE WHEN date IS NULL THEN NULL WHEN rank <= ${until[0]} THEN 'test'
    WHEN rank <= ${until[1]} THEN 'validation' WHEN rank <= ${until[2]} THEN 'train' END`;
  return { split, inProfile: `date IS NULL OR rank > ${until[2]}` };
}

async function examplesOf({
  engine,
}: Workshop): Promise<{ readonly documents: number; readonly users: number }> {
  const [row] = await engine.rows(
    "SELECT count(*) AS documents, count(DISTINCT person) AS users FROM roles WHERE split IS NOT NULL",
  );
  return { documents: Number(row?.["documents"]), users: Number(row?.["users"]) };
}

function exampleStep(
  rule: string,
  before: { readonly documents: number; readonly users: number },
  after: { readonly documents: number; readonly users: number },
): FunnelStep {
  return { ...stepOf(rule, before, after), unit: "examples" };
}

/** Cuts validation and test to a random share: of people, or of examples where people have several. */
async function keepFinalShare(
  shop: Workshop,
  { recipe, seed, rules }: DrawRequest,
): Promise<FunnelStep> {
  const before = await examplesOf(shop);
  const columns = recipe.targets === "one" ? ["person"] : ["person", "id"];
  for (const split of ["validation", "test"]) {
    const key = drawKey(seed, `keep-${split}`, ...columns);
    await shop.engine.run(
      `CREATE OR REPLACE TEMP TABLE roles AS SELECT roles.* REPLACE (
         CASE WHEN split = '${split}' AND place > greatest(1, round(n * ${rules.finalShare}))
           THEN NULL ELSE split END AS split)
       FROM roles LEFT JOIN (
         SELECT person, ord, count(*) OVER () AS n,
           row_number() OVER (ORDER BY ${key}, person, ord) AS place
         FROM roles WHERE split = '${split}') USING (person, ord)`,
    );
  }
  const rule = `validation and test are cut to a share of ${rules.finalShare}`;
  return exampleStep(rule, before, await examplesOf(shop));
}

/** Drops the examples of people whose profile would be too small. */
async function keepProfiles(
  shop: Workshop,
  { rules, recipe, setting }: DrawRequest,
): Promise<FunnelStep> {
  const before = await examplesOf(shop);
  const isOwnLeftOut = recipe.targets === "share" && setting === "user";
  const own = isOwnLeftOut && rules.profileFrom === "all-others" ? 1 : 0;
  await shop.engine.run(
    `CREATE OR REPLACE TEMP TABLE roles AS SELECT * FROM roles WHERE person IN (
       SELECT person FROM roles GROUP BY person
       HAVING count(*) FILTER (in_profile) >= ${rules.minProfileItems + own}
         AND count(split) > 0)`,
  );
  const rule = `profile has at least ${counted(rules.minProfileItems, recipe.noun)}`;
  return exampleStep(rule, before, await examplesOf(shop));
}

async function writePlan(shop: Workshop, { rules, setting }: DrawRequest): Promise<void> {
  const byDate = "date ASC NULLS FIRST, id, ord";
  const stored = setting === "temporal" ? "date ASC NULLS FIRST, ord" : "ord";
  const order = rules.storedOrder ? stored : byDate;
  await runLong(
    shop,
    "Drawing targets",
    `COPY (
      SELECT person, ord, id, date, product, split, in_profile,
        row_number() OVER (PARTITION BY person ORDER BY ${order}) AS position,
        CASE WHEN split IS NOT NULL
          THEN row_number() OVER (PARTITION BY person, split ORDER BY id, ord) END AS number
      FROM roles WHERE split IS NOT NULL OR in_profile
    ) TO ${sqlText(shop.path(PLAN))} (FORMAT parquet, COMPRESSION zstd)`,
  );
}
