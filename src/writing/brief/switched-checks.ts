/** Checks that can be switched on and off; facts, names, order, mentions and lengths are always checked. */
export interface CheckSwitches {
  /** Whether nobody may know a fact before its `knownBy` says so. @defaultValue true */
  readonly knowledge: boolean;
  /** Whether quoted words have to stand in the brief or in its sources. @defaultValue true for a report, essay, article or answer */
  readonly quotations: boolean;
  /** Whether a topic of `avoid` is an issue where it comes up. @defaultValue true */
  readonly topics: boolean;
  /** Whether a part's summary has to match its brief. @defaultValue true, but not for a tiny model */
  readonly summaries: boolean;
  /** Whether a model looks for contradictions that rules do not see. @defaultValue true, but not for a tiny model */
  readonly model: boolean;
}
