import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Route } from "./route.ts";

/** Shape of every error. */
const errorSchema = z.object({
  error: z.object({
    code: z.string().describe("Stable name of the fault"),
    message: z.string().describe("A sentence for the reader; its wording may change"),
    details: z.record(z.string(), z.unknown()).optional(),
    retryAfterSeconds: z.number().int().optional(),
  }),
});

/** Path below which the API lies. */
export const API_PREFIX = "/api/v1";

/**
 * Describes the API as OpenAPI 3.1, from the schemas that check its requests and replies.
 *
 * @param routes - All routes.
 * @param version - Version of Longhand.
 * @returns The document.
 */
export function describeApi(routes: readonly Route[], version: string): object {
  const application = new OpenAPIHono();
  for (const route of routes) application.openAPIRegistry.registerPath(pathOf(route));
  application.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: "An API token of an account.",
  });
  return application.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Longhand",
      version,
      description:
        "Errors have the shape of 4XX. Changes may carry an Idempotency-Key, kept for 24 hours. Changes by cookie need the header x-csrf-token, which GET /auth/session gives.",
    },
    servers: [{ url: "/" }],
  });
}

function pathOf(route: Route): ReturnType<typeof createRoute> {
  const { method, path, summary, action, status = 200, reply } = route;
  const success =
    reply === undefined
      ? { description: "Done" }
      : {
          description: "Done",
          content: { "application/json": { schema: shapeOf(reply, "output") } },
        };
  return createRoute({
    method,
    path: `${API_PREFIX}${path}`,
    operationId: `${method}${path.replaceAll(/[^a-zA-Z]+(.)?/g, (_, next = "") => next.toUpperCase())}`,
    tags: [path.split("/")[1] ?? ""],
    summary,
    "x-action": action,
    request: requestOf(route),
    responses: {
      [status]: success,
      "4XX": {
        description: "Refused",
        content: { "application/json": { schema: shapeOf(errorSchema, "output") } },
      },
    },
  } as Parameters<typeof createRoute>[0]);
}

function requestOf({ method, params, query, body, upload }: Route): object {
  const key = z.object({ "idempotency-key": z.string().max(200).optional() });
  return {
    ...(params === undefined ? {} : { params: plainFields(params) }),
    ...(query === undefined ? {} : { query: plainFields(query) }),
    ...(method === "get" ? {} : { headers: key }),
    ...(body === undefined
      ? {}
      : {
          body: {
            required: true,
            content: { "application/json": { schema: shapeOf(body, "input") } },
          },
        }),
    ...(upload === undefined
      ? {}
      : {
          body: {
            required: true,
            content: { [upload]: { schema: { type: "string", format: "binary" } } },
          },
        }),
  };
}

/**
 * A schema as JSON Schema, which OpenAPI 3.1 holds as it is. Zod's own words for it know which fields may be
 * absent; those of the package that writes the document take `exactOptional` for required.
 */
function shapeOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return shape;
}

/** The same fields, those that may be absent in the form that the package knows. */
function plainFields(fields: z.ZodType): z.ZodType {
  const { shape } = fields as z.ZodObject;
  const plain = Object.entries(shape).map(([name, field]): [string, z.ZodType] => {
    if (!(field instanceof z.ZodExactOptional)) return [name, field as z.ZodType];
    return [name, (field.def.innerType as z.ZodType).optional()];
  });
  return z.object(Object.fromEntries(plain));
}
