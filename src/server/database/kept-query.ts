import type { Compilable, CompiledQuery } from "kysely";
import type { Queries } from "./database.ts";

/** A statement that many requests send: it is put together once, and sent with other values each time. */
export interface KeptQuery<Values extends readonly unknown[], Row> {
  /**
   * Sends it.
   *
   * @param query - The database; a transaction puts it together anew.
   * @param values - The values, in the order of the statement's own parameters.
   * @returns All rows.
   */
  rows(query: Queries, ...values: Values): Promise<readonly Row[]>;
}

/** Stands for a value while a statement is put together. */
class Place {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/**
 * Keeps a statement.
 *
 * @param build - Puts it together. Its values may only be compared with or stored, not looked at: they are
 *   stand-ins.
 * @returns The statement.
 */
export function keptQuery<Values extends readonly unknown[], Row>(
  build: (query: Queries, ...values: Values) => Compilable<Row>,
): KeptQuery<Values, Row> {
  const compiled = new WeakMap<Queries, CompiledQuery<Row>>();
  const places = Array.from({ length: build.length - 1 }, (_, at) => new Place(at));
  return {
    rows: async (query, ...values) => {
      const known = compiled.get(query) ?? build(query, ...(places as unknown as Values)).compile();
      compiled.set(query, known);
      const parameters = known.parameters.map((one) =>
        one instanceof Place ? values[one.at] : one,
      );
      return (await query.executeQuery<Row>({ ...known, parameters })).rows;
    },
  };
}
