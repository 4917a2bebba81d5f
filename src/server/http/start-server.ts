import type { Server } from "node:http";
import { isIP } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { Application } from "./application.ts";
import { refusalResponse } from "./error-response.ts";
import { Refusal } from "./refusals.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** Longest wait for requests that are under way when the server stops, in milliseconds. */
const GRACE_MS = 10_000;

/** A socket that listens. */
export interface Listener {
  /** The port that it got. */
  readonly port: number;
  /**
   * Hands requests to an application; until then they are answered with 503.
   *
   * @param application - The application.
   */
  serve(application: Pick<Application, "fetch">): void;
  /** Takes no more requests, and waits for those that are under way, 10 s at most. */
  close(): Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  /** Name or address of the interface. */
  readonly host: string;
  /** Port; 0 takes a free one. */
  readonly port: number;
}

/**
 * Listens for requests.
 *
 * @param options - Where.
 * @returns The listener.
 * @throws LonghandError `port-taken`, `cannot-listen`.
 */
export async function listen({ host, port }: ListenOptions): Promise<Listener> {
  let application: Pick<Application, "fetch"> | undefined;
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const address = (env as HttpBindings).incoming.socket.remoteAddress ?? "unknown";
      return application?.fetch(request, address) ?? withSecurityHeaders(starting(), false);
    },
    serverOptions: { requestTimeout: 15 * 60_000, headersTimeout: 60_000 },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  }).catch((cause: Error) => {
    throw listenError({ host, port }, cause);
  });
  const { port: taken } = server.address() as { readonly port: number };
  return {
    port: taken,
    serve: (given) => {
      application = given;
    },
    close: () => closeGently(server),
  };
}

function starting(): Response {
  const told = { code: "starting", message: "The server is starting. Try again in a moment." };
  return refusalResponse(new Refusal(503, told, { retryAfterSeconds: 1 }));
}

function listenError({ host, port }: ListenOptions, cause: Error): LonghandError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return new LonghandError(`Port ${port} of ${host} is in use.`, {
      code: "port-taken",
      hint: "Stop what uses it, or choose another with --port.",
      cause,
    });
  }
  return new LonghandError(`${host}:${port} cannot be listened on: ${messageOf(cause)}.`, {
    code: "cannot-listen",
    hint: "Check --host and --port.",
    cause,
  });
}

function closeGently(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Tells whether only this machine can reach an interface.
 *
 * @param host - Its name or address.
 * @returns `true` for `localhost` and addresses of the loopback interface.
 */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
