import { expect, it } from "vitest";
import { openTestServer } from "../../../tests/server-fixture.ts";
import { openDatabase } from "../database/open-database.ts";
import { listen } from "./start-server.ts";

it("a server that is starting says so in the shape of every error", async () => {
  const listener = await listen({ host: "127.0.0.1", port: 0 });
  const response = await fetch(`http://127.0.0.1:${listener.port}/api/v1/auth/session`);
  const { error } = (await response.json()) as { error: object };
  await listener.close();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(error).toMatchObject({ code: "starting", retryAfterSeconds: 1 });
});

it("a port that there is not, and the address of another database, are told as they are", async () => {
  await expect(listen({ host: "127.0.0.1", port: 99_999 })).rejects.toMatchObject({
    code: "cannot-listen",
  });
  const opening = openDatabase({ url: "mysql://me:secret@host/name" });
  await expect(opening).rejects.toMatchObject({
    code: "usage",
    message: "DATABASE_URL must begin with postgres://, got mysql://.",
  });
});

it("a wrong method is told with the right ones, whatever stands behind the address", async () => {
  const database = await openDatabase({ path: ":memory:" });
  const { visitor } = await openTestServer(database);
  const replies = [
    await visitor.send("DELETE", "/auth/login"),
    await visitor.get("/accounts/nobody"),
    await visitor.send("PUT", "/auth/passkeys/registration"),
    await visitor.get("/nothing/at/all"),
  ];
  await database.close();
  expect(
    replies.map(({ status, headers, body }) => [status, headers.get("allow"), body.error.code]),
  ).toEqual([
    [405, "POST", "wrong-method"],
    [405, "DELETE", "wrong-method"],
    [405, "DELETE, POST", "wrong-method"],
    [404, null, "unknown-route"],
  ]);
});
