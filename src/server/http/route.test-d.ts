import { expectTypeOf, it } from "vitest";
import { z } from "zod";
import { type Route, route } from "./route.ts";

const usual = {
  method: "get",
  path: "/things/{thingId}",
  summary: "A thing",
  params: z.object({ thingId: z.string() }),
  reply: z.object({ name: z.string() }),
  handle: async () => ({ body: { name: "one" } }),
} as const;

it("makes no route without a right", () => {
  expectTypeOf(route({ ...usual, action: "see-public", subject: "none" })).toEqualTypeOf<Route>();
  // @ts-expect-error a route names the action of the matrix that it is
  route({ ...usual, subject: "none" });
  // @ts-expect-error a route says how its object is found
  route({ ...usual, action: "see-public" });
  // @ts-expect-error the matrix has no such action
  route({ ...usual, action: "do-anything", subject: "none" });
});

it("gives handlers what the schemas and the subject say", () => {
  route({
    ...usual,
    action: "see-public",
    subject: async ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ thingId: string }>();
      return { relation: "own", found: { owner: "Ada" } };
    },
    handle: async ({ found, body }) => {
      expectTypeOf(found).toEqualTypeOf<{ owner: string }>();
      expectTypeOf(body).toEqualTypeOf<undefined>();
      return { body: { name: found.owner } };
    },
  });
  route({
    ...usual,
    action: "see-public",
    subject: "none",
    // @ts-expect-error the reply is not what the schema says
    handle: async () => ({ body: { name: 1 } }),
  });
});
