import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import {
  type ExamplePage,
  examplePageSchema,
  type RunComparison,
  type RunExample,
  type RunGrid,
  type RunList,
  type RunReport,
  type RunView,
  runComparisonSchema,
  runExampleSchema,
  runGridSchema,
  runListSchema,
  runReportSchema,
  runViewSchema,
  type TextStatus,
  type WritingView,
  writingViewSchema,
} from "../../../records/index.ts";
import { apiPath, readRecord } from "../../api/client.ts";

/** Time between two looks at a run that is at work, in milliseconds. */
const LOOK_MS = 3_000;

const PAGE_LIMIT = 50;

/** Pages of a list that grows at the end. */
export type PagedQuery<Page> = UseInfiniteQueryResult<InfiniteData<Page>>;

/**
 * The list of runs, page by page.
 *
 * @returns The pages so far.
 */
export function useRuns(): PagedQuery<RunList> {
  return useInfiniteQuery({
    queryKey: ["runs"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: "/runs",
        query: { limit: PAGE_LIMIT, cursor: pageParam },
        schema: runListSchema,
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/**
 * One run; looked at again every few seconds while it is at work.
 *
 * @param id - Name of its folder.
 * @returns The run.
 */
export function useRun(id: string): UseQueryResult<RunView> {
  return useQuery({
    queryKey: ["runs", id],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("runs", id), schema: runViewSchema, signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? LOOK_MS : false),
  });
}

/**
 * The cells of a run.
 *
 * @param id - Name of its folder.
 * @param isRunning - Whether it is at work.
 * @returns The cells.
 */
export function useRunGrid(id: string, isRunning: boolean): UseQueryResult<RunGrid> {
  return useQuery({
    queryKey: ["runs", id, "grid"],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("runs", id, "grid"), schema: runGridSchema, signal }),
    refetchInterval: isRunning ? LOOK_MS : false,
  });
}

/** Which texts of a run are listed. */
export interface ExamplesOptions {
  /** Name of the run's folder. */
  readonly id: string;
  /** The cell; absent for the first. */
  readonly cell?: string | undefined;
  /** Which texts. */
  readonly status: TextStatus | "all";
}

/**
 * The texts of a cell, page by page.
 *
 * @param options - Which texts.
 * @returns The pages so far.
 */
export function useExamples({ id, cell, status }: ExamplesOptions): PagedQuery<ExamplePage> {
  return useInfiniteQuery({
    queryKey: ["runs", id, "examples", cell ?? "", status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readRecord({
        path: apiPath("runs", id, "examples"),
        query: { cell, status, limit: PAGE_LIMIT, cursor: pageParam },
        schema: examplePageSchema,
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Which text is looked at. */
export interface ExampleOptions {
  /** Name of the run's folder. */
  readonly id: string;
  /** Number of the example, from 0. */
  readonly example: string;
  /** The cell; absent for the first. */
  readonly cell?: string | undefined;
  /** Which repeat. @defaultValue 0 */
  readonly repeat?: number | undefined;
  /** Whether it is asked for at all. @defaultValue true */
  readonly enabled?: boolean;
}

/**
 * One example in one cell.
 *
 * @param options - Which one.
 * @returns The example.
 */
export function useExample(options: ExampleOptions): UseQueryResult<RunExample> {
  const { id, example, cell, repeat, enabled = true } = options;
  return useQuery({
    queryKey: ["runs", id, "example", example, cell ?? "", repeat ?? 0],
    queryFn: ({ signal }) =>
      readRecord({
        path: apiPath("runs", id, "examples", example),
        query: { cell, repeat },
        schema: runExampleSchema,
        signal,
      }),
    enabled,
  });
}

/**
 * Two runs, or cells of runs, against each other.
 *
 * @param a - The baseline; empty for none yet.
 * @param b - What is compared with it.
 * @returns The comparison.
 */
export function useComparison(a: string, b: string): UseQueryResult<RunComparison> {
  return useQuery({
    queryKey: ["compare", a, b],
    queryFn: ({ signal }) =>
      readRecord({ path: "/compare", query: { a, b }, schema: runComparisonSchema, signal }),
    enabled: a !== "" && b !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The report of a run; looked at again every few seconds while a comparison has none yet.
 *
 * @param id - Name of its folder.
 * @returns The report.
 */
export function useRunReport(id: string): UseQueryResult<RunReport> {
  return useQuery({
    queryKey: ["runs", id, "report"],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("runs", id, "report"), schema: runReportSchema, signal }),
    refetchInterval: ({ state: { data } }) => (data?.progress === undefined ? false : LOOK_MS),
  });
}

/**
 * A document of the writer.
 *
 * @param id - Name of its folder.
 * @returns The document.
 */
export function useWriting(id: string): UseQueryResult<WritingView> {
  return useQuery({
    queryKey: ["writings", id],
    queryFn: ({ signal }) =>
      readRecord({ path: apiPath("writings", id), schema: writingViewSchema, signal }),
  });
}
