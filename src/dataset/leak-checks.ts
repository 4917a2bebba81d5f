import type {
  BenchmarkProfile,
  DatasetExample,
  LeakCheck,
  Setting,
  Split,
} from "../records/index.ts";
import type { BenchmarkTask } from "./task.ts";
import { withoutTarget } from "./without-target.ts";

/** Looks at examples one by one, and says in the end what no reference may be known by. */
export interface LeakChecker {
  add(example: DatasetExample, split: Split): void;
  /** The checks of the setting, in the order of the record. */
  results(profile: BenchmarkProfile): LeakCheck[];
  /** How many examples have a profile item that holds the target inside a longer text. */
  quoting(): number;
}

/** Ids that a check names. */
const MAX_IDS = 10;

export function leakChecker(task: BenchmarkTask, setting: Setting): LeakChecker {
  const splitOfUser = new Map<string, Split>();
  const found: Record<LeakCheck["check"], Set<string>> = {
    "user-in-two-splits": new Set(),
    "target-in-profile": new Set(),
    "profile-after-target": new Set(),
    "empty-output": new Set(),
  };
  let quoting = 0;
  return {
    add: (example, split) => {
      const { id, userId } = example;
      if ((splitOfUser.get(userId) ?? split) !== split) found["user-in-two-splits"].add(userId);
      splitOfUser.set(userId, split);
      if (example.output.trim() === "") found["empty-output"].add(id);
      const { removed, containing } = withoutTarget(example, task);
      if (removed.length > 0) found["target-in-profile"].add(id);
      if (containing.length > 0) quoting += 1;
      if (hasLaterItem(example)) found["profile-after-target"].add(id);
    },
    results: (profile) => {
      const left = setting === "user" ? "profile-after-target" : "user-in-two-splits";
      const checks = (Object.keys(found) as LeakCheck["check"][]).filter((check) => check !== left);
      return checks.map((check) => leakCheck(check, found[check], profile));
    },
    quoting: () => quoting,
  };
}

/** Dates of unlike precision are compared as texts: a year counts as its beginning. */
function hasLaterItem({ date, profile }: DatasetExample): boolean {
  return date !== undefined && profile.some((item) => item.date !== undefined && item.date > date);
}

function leakCheck(
  check: LeakCheck["check"],
  found: ReadonlySet<string>,
  profile: BenchmarkProfile,
): LeakCheck {
  const bad = profile === "longhand" ? "failed" : "warning";
  return {
    check,
    status: found.size === 0 ? "passed" : bad,
    findings: found.size,
    ids: [...found].slice(0, MAX_IDS),
  };
}
