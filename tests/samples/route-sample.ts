import type { Condition, Relation } from "../../src/records/index.ts";
import type { TestClient, TestServer } from "../server-fixture.ts";

/** What a sample is made for. */
export interface SampleWorld {
  readonly test: TestServer;
  /** Who will send the request. */
  readonly caller: TestClient;
  /** Whose object the request must be about. Always `own` for routes without a subject. */
  readonly relation: Relation;
}

/** A request that must succeed for whoever has the right. */
export interface SampleRequest {
  /** Path below `/api/v1`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Status with which the handler answers where the sample is about nothing that is there, for
   * instance a folder without runs: counts as allowed.
   */
  readonly emptyStatus?: number;
  /** What the sample has made true of its object. */
  readonly conditions?: readonly Condition[];
}

/**
 * Makes what a request of a route needs; `undefined` where the caller cannot have such a relation at
 * all, for instance a visitor to an own account.
 */
export type RouteSample = (world: SampleWorld) => Promise<SampleRequest | undefined>;

/** Samples by method and path, for instance `get /teams/{teamId}`. */
export type RouteSamples = Readonly<Record<string, RouteSample>>;

/** An id that no object has. */
export const MISSING_ID = "AAAAAAAAAAAAAAAAAAAAAA";
