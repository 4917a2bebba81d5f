import { Hono } from "hono";
import { sql } from "kysely";
import { identify } from "../people/identify.ts";
import { answerRoute } from "./answer-route.ts";
import { checkCsrf, checkOrigin, isSameText } from "./browser-checks.ts";
import type { Caller } from "./caller.ts";
import { sessionCookie } from "./cookies.ts";
import { API_PREFIX, describeApi } from "./describe-api.ts";
import { errorResponse } from "./error-response.ts";
import { hasRoom } from "./free-space.ts";
import { openRateLimiter, type RateBound, type RateLimiter } from "./rate-limiter.ts";
import { Refusal } from "./refusals.ts";
import type { Route, ServerModule } from "./route.ts";
import { withSecurityHeaders } from "./security-headers.ts";
import { newId, type ServerConfig, type ServerContext } from "./server-context.ts";
import { readStaticFiles } from "./static-files.ts";

/** The whole server without its socket. */
export interface Application {
  /** All routes, for tests. */
  readonly routes: readonly Route[];
  /** The description of the API, OpenAPI 3.1. */
  readonly description: object;
  /**
   * Answers a request.
   *
   * @param request - The request.
   * @param address - Address of the other end of the connection.
   * @returns The reply; never throws.
   */
  fetch(request: Request, address: string): Promise<Response>;
}

/** What a request brings along. */
interface Env {
  readonly Bindings: { readonly address: string; readonly requestId: string };
}

/**
 * Puts modules together: one table of routes, one way through which every request goes.
 *
 * @param server - What modules are handed.
 * @param modules - The modules.
 * @param version - Version of Longhand, for the description.
 * @returns The application. It starts nothing: `start` of the modules is the caller's to call.
 */
export async function createApplication(
  server: ServerContext,
  modules: readonly ServerModule[],
  version: string,
): Promise<Application> {
  const routes = modules.flatMap((module) => module.routes);
  const description = describeApi(routes, version);
  const hono = new Hono<Env>();
  addHealth(hono, server);
  hono.use("*", async ({ req }, next) => {
    checkOrigin(req.raw, server.config);
    await next();
  });
  hono.get(`${API_PREFIX}/openapi.json`, () => Response.json(description));
  const limiter = openRateLimiter(server.clock.nowMs);
  for (const route of routes) addRoute(hono, route, { server, limiter });
  hono.all("/api/*", ({ req }) => {
    throw unknownRoute(routes, new URL(req.url).pathname);
  });
  await addPages(hono, server);
  hono.onError((error, { env }) => errorResponse(error, server.log, env.requestId));
  return {
    routes,
    description,
    fetch: async (request, connection) => {
      const address = clientAddress(request, connection, server);
      const response = await hono.fetch(request, { address, requestId: newId(server) });
      return withSecurityHeaders(response, isHttps(server));
    },
  };
}

/** Whether the process lives, and whether it can do its work. */
function addHealth(hono: Hono<Env>, { database, folders, log }: ServerContext): void {
  hono.get("/healthz", () => Response.json({ status: "ok" }));
  hono.get("/readyz", async ({ env }) => {
    try {
      await sql`select 1`.execute(database.query);
      if (!(await hasRoom(folders.data))) {
        return Response.json({ status: "disk full" }, { status: 503 });
      }
      return Response.json({ status: "ready" });
    } catch (error) {
      errorResponse(error, log, env.requestId);
      return Response.json({ status: "database unreachable" }, { status: 503 });
    }
  });
}

interface RouteTools {
  readonly server: ServerContext;
  readonly limiter: RateLimiter;
}

function addRoute(hono: Hono<Env>, route: Route, { server, limiter }: RouteTools): void {
  const path = `${API_PREFIX}${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
  hono.on(route.method.toUpperCase(), path, async ({ env, req }) => {
    const arrivedMs = server.clock.nowMs();
    const facts = { requestId: env.requestId, method: route.method, path: route.path };
    const note = (status: number): void =>
      server.log.info({ ...facts, status, tookMs: server.clock.nowMs() - arrivedMs }, "request");
    try {
      const request = req.raw;
      const caller = await identify(request, env.address, server);
      countRequest(limiter, caller, server);
      checkCsrf(request, caller);
      const routed = { request, params: req.param(), caller, arrivedMs };
      const response = await answerRoute(route, routed, server);
      note(response.status);
      return response;
    } catch (error) {
      note(error instanceof Refusal ? error.status : 500);
      throw error;
    }
  });
}

/** 405 where the address is one of the API's, whatever stands behind it; else 404. */
function unknownRoute(routes: readonly Route[], pathname: string): Refusal {
  const methods = routes
    .filter(({ path }) => patternOf(path).test(pathname))
    .flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
  if (methods.length === 0) {
    return new Refusal(404, { code: "unknown-route", message: "The API has no such address." });
  }
  const allow = [...new Set(methods)].toSorted().join(", ");
  const message = `This address knows ${allow} only.`;
  return new Refusal(405, { code: "wrong-method", message }, { allow });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${API_PREFIX}${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** The viewer of one's own machine is not bounded: nobody else can use it. */
function countRequest(
  limiter: RateLimiter,
  { via, accountId, address }: Caller,
  { config: { rateLimits } }: ServerContext,
): void {
  if (via === "local") return;
  const isKnown = accountId !== undefined;
  const bound: RateBound = {
    most: isKnown ? rateLimits.signedInPerMinute : rateLimits.anonymousPerMinute,
    windowMs: 60_000,
    message: "Too many requests within a minute.",
  };
  limiter.count(isKnown ? `account ${accountId}` : `address ${address}`, bound);
}

/** The bundled pages. The address of the local viewer holds its secret, which becomes a cookie. */
async function addPages(hono: Hono<Env>, server: ServerContext): Promise<void> {
  const files = await readStaticFiles(server.folders.web);
  // A board for those without script, at an address that the page of the live one can name.
  hono.get("/challenges/:id/board.html", ({ req, redirect }) => {
    const board = `${API_PREFIX}/challenges/${encodeURIComponent(req.param("id"))}/leaderboard`;
    return redirect(`${board}?format=html`);
  });
  hono.get("*", ({ req }) => {
    const url = new URL(req.url);
    const token = url.searchParams.get("token");
    if (token === null) return files.answer(req.raw);
    url.searchParams.delete("token");
    const location = `${url.pathname}${url.search}`;
    return new Response(null, {
      status: 303,
      headers: { location, "cache-control": "no-store", ...viewerCookie(token, server.config) },
    });
  });
}

/** No other secret: a link of somebody else's must not sign a browser in as that somebody. */
function viewerCookie(
  token: string,
  config: ServerConfig,
): Readonly<Partial<Record<"set-cookie", string>>> {
  const { localToken } = config;
  if (localToken === "" || !isSameText(token, localToken)) return {};
  return { "set-cookie": sessionCookie(token, config) };
}

function isHttps({ config }: ServerContext): boolean {
  return config.origins[0]?.startsWith("https:") === true;
}

function clientAddress(request: Request, connection: string, { config }: ServerContext): string {
  if (!config.trustProxy) return connection;
  const forwarded = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return forwarded || connection;
}
