import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { appendAudit, verifyAudit } from "../people/audit-log.ts";
import { inTransaction, isDuplicate } from "./in-transaction.ts";
import { openDatabase } from "./open-database.ts";

const ENTRY = { atMs: 1_700_000_000_000, actorId: null, action: "test" };

function account(id: string) {
  return {
    id,
    name: id,
    nameKey: id,
    passwordHash: null,
    totpSecret: null,
    totpConfirmed: 0,
    totpLastStep: 0,
    createdMs: 1_790_000_000_123,
    deletedMs: null,
  };
}

onEachDatabase("a database", ({ open, place }) => {
  it("gives times and counts back as numbers", async () => {
    const { query } = await open();
    await query.insertInto("accounts").values(account("one")).execute();
    const row = await query
      .selectFrom("accounts")
      .select(({ fn }) => ["createdMs", fn.countAll<number>().over().as("count")])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ createdMs: 1_790_000_000_123, count: 1 });
  });

  it("refuses a row whose foreign key leads nowhere", async () => {
    const { query } = await open();
    const orphan = { accountId: "nobody", role: "rater", grantedMs: 1 };
    await expect(query.insertInto("accountRoles").values(orphan).execute()).rejects.toThrow(
      /foreign key/i,
    );
  });

  it("undoes everything when the work of a transaction fails", async () => {
    const database = await open();
    const failing = inTransaction(database, async (transaction) => {
      await transaction.insertInto("accounts").values(account("one")).execute();
      throw new RangeError("enough");
    });
    await expect(failing).rejects.toThrow("enough");
    expect(await database.query.selectFrom("accounts").selectAll().execute()).toEqual([]);
  });

  it("tells a duplicate from other errors", async () => {
    const { query } = await open();
    await query.insertInto("accounts").values(account("one")).execute();
    const again = query.insertInto("accounts").values(account("one")).execute();
    expect(isDuplicate(await again.catch((error: unknown) => error))).toBe(true);
    expect(isDuplicate(new RangeError("x"))).toBe(false);
  });

  it("refuses a statement that goes past the transaction, instead of waiting forever", async () => {
    const database = await open();
    const astray = inTransaction(database, () =>
      database.query.selectFrom("accounts").selectAll().execute(),
    );
    await expect(astray).rejects.toMatchObject({ code: "outside-transaction" });
  });

  it("lets 40 transactions that read before they write each have their turn", async () => {
    const database = await open();
    const turns = Array.from({ length: 40 }, () =>
      inTransaction(database, (transaction) => appendAudit(transaction, ENTRY)),
    );
    await Promise.all(turns);
    expect(await verifyAudit(database)).toMatchObject({ status: "whole", lines: 40 });
  });

  it("keeps what is there when it is opened again", async () => {
    const where = await place();
    const first = await openDatabase(where);
    await first.query.insertInto("accounts").values(account("one")).execute();
    await first.close();
    const second = await openDatabase(where);
    const ids = await second.query.selectFrom("accounts").select("id").execute();
    await second.close();
    expect(ids).toEqual([{ id: "one" }]);
  });

  it("refuses a database that a newer version has written", async () => {
    const where = await place();
    const first = await openDatabase(where);
    await first.query
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-later", timestamp: "2030-01-01T00:00:00Z" } as never)
      .execute();
    await first.close();
    await expect(openDatabase(where)).rejects.toMatchObject({ code: "newer-database" });
  });
});

describe("openDatabase", () => {
  it("says that a server cannot be reached without showing its password", async () => {
    const url = "postgres://someone:hidden-word@127.0.0.1:9/none";
    const error = await openDatabase({ url }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "database-unreachable" });
    expect(String((error as Error).message)).not.toContain("hidden-word");
  });
});
