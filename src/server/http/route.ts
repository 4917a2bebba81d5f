import type { z } from "zod";
import type { Action, Condition, Relation } from "../../records/index.ts";
import type { Caller } from "./caller.ts";
import type { ServerContext } from "./server-context.ts";

/** Methods that routes have. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The object that a request is about, seen from the caller. */
export interface Subject<Found> {
  /** Whose it is; `missing` if there is none, or if it must look like that. */
  readonly relation: Relation;
  /** The object; only where it is not missing. */
  readonly found?: Found;
  /** What is true of it, for rights that depend on that. @defaultValue none */
  readonly conditions?: readonly Condition[];
}

/** What is known of a request before it may do anything. */
export interface Approach<Params, Query> {
  /** Parts of the path. */
  readonly params: Params;
  /** What stands behind the question mark. */
  readonly query: Query;
  /** Who asks. */
  readonly caller: Caller;
}

/** A request that may be carried out. */
export interface Admitted<Params, Query, Body, Found> extends Approach<Params, Query> {
  /** The JSON body, checked. */
  readonly body: Body;
  /** The object, as the route's `subject` found it. */
  readonly found: Found;
  /** When the request arrived, UTC milliseconds: what counts for deadlines. */
  readonly arrivedMs: number;
  /** Headers, by lower-case name. */
  readonly headers: Headers;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /**
   * The body of a route with `upload`, piece by piece.
   *
   * @throws Refusal 413 beyond `maxBodyBytes`.
   */
  readonly upload: () => AsyncIterable<Uint8Array>;
}

/** A reply as JSON. */
export interface JsonReply<Body> {
  /** The body. What the route's schema does not name is left out. */
  readonly body: Body;
  /** HTTP status. @defaultValue the route's */
  readonly status?: 200 | 201 | 202;
  /**
   * Whether the body never changes and this route alone gives it: what it reads as is then kept as long as
   * the body itself. @defaultValue false
   */
  readonly isKept?: boolean;
  /** More headers, for instance `set-cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A value as a handler may give it: lists and objects that nobody changes will do. */
export type AsSent<T> = T extends readonly (infer Item)[]
  ? readonly AsSent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: AsSent<T[Key]> }
    : T;

/** What a module writes down for a route; see {@link route}. */
export interface RouteSpecification<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Found,
> {
  /** HTTP method. */
  readonly method: Method;
  /** Path below `/api/v1`, parts in braces: `/challenges/{challengeId}`. */
  readonly path: string;
  /** One line for the description. */
  readonly summary: string;
  /** What is done, as the matrix of rights calls it. */
  readonly action: Action;
  /**
   * Finds the object and says whose it is. `none` where the request is about nothing but the caller.
   * Runs before the body is read, and must not change anything.
   */
  readonly subject:
    | "none"
    | ((
        approach: Approach<z.output<Params>, z.output<Query>>,
        server: ServerContext,
      ) => Promise<Subject<Found>>);
  /** An object schema of the path's parts. A part that does not fit looks like a missing object. */
  readonly params?: Params;
  /** An object schema of the query. */
  readonly query?: Query;
  /** Schema of the JSON body. */
  readonly body?: Body;
  /** Schema of the reply, and what goes out: other fields are dropped. Absent for replies that are no JSON. */
  readonly reply?: Reply;
  /** HTTP status of success. @defaultValue 200 */
  readonly status?: 200 | 201 | 202;
  /** Type of a body that `upload` gives piece by piece instead of JSON, for instance `application/zip`. */
  readonly upload?: string;
  /** Largest body, in bytes. @defaultValue 1 MiB */
  readonly maxBodyBytes?: number;
  /**
   * Whether the reply holds a secret, so that it is not kept for a repeated `Idempotency-Key`; the
   * repetition is then refused. @defaultValue false
   */
  readonly secretReply?: boolean;
  /** Whether the handler writes its own line of the audit log; else one is written where the matrix says so. */
  readonly writesAudit?: boolean;
  /**
   * Does the work.
   *
   * @returns JSON, or a reply of another kind.
   */
  readonly handle: (
    request: Admitted<z.output<Params>, z.output<Query>, z.output<Body>, Found>,
    server: ServerContext,
  ) => Promise<JsonReply<AsSent<z.output<Reply>>> | Response>;
}

/** A route of any kind, as the application holds it. */
export interface Route
  extends Omit<
    RouteSpecification<z.ZodType, z.ZodType, z.ZodType, z.ZodType, unknown>,
    "subject" | "handle"
  > {
  /** Finds the object. */
  readonly subject:
    | "none"
    | ((approach: Approach<unknown, unknown>, server: ServerContext) => Promise<Subject<unknown>>);
  /** Does the work. */
  readonly handle: (
    request: Admitted<unknown, unknown, unknown, unknown>,
    server: ServerContext,
  ) => Promise<JsonReply<unknown> | Response>;
}

/**
 * Declares a route: its place, its schemas, its right, its object, its work. Types of parameters,
 * query, body and found object follow from the schemas and from `subject`.
 *
 * @param specification - All of it; without `action` and `subject` it does not compile.
 * @returns The route, for a module's list.
 */
export function route<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
  Found = undefined,
>(specification: RouteSpecification<Params, Query, Body, Reply, Found>): Route {
  // The application checks what it hands in by the very schemas that gave the types.
  return specification as unknown as Route;
}

/** A part of the server: routes, and what has to be started and ended with it. */
export interface ServerModule {
  /** One word, for the log. */
  readonly name: string;
  /** Its routes. */
  readonly routes: readonly Route[];
  /** Called once before requests come. @defaultValue nothing to do */
  readonly start?: () => Promise<void>;
  /** Called once after the last request. @defaultValue nothing to do */
  readonly close?: () => Promise<void>;
}
