import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiAddress } from "./client.ts";

/** Whether news come in. */
export type LiveState = "off" | "connecting" | "live" | "lost";

/** What is followed. */
export interface LiveOptions {
  /** Path of the stream of events below `/api/v1`. */
  readonly path: string;
  /** Types of the events that matter, for instance `board-changed`. */
  readonly events: readonly string[];
  /** Answers that are asked for again with each event: events carry ids only. */
  readonly queryKey: QueryKey;
  /** Whether to follow it. @defaultValue true */
  readonly enabled?: boolean;
}

/**
 * Asks for an answer again whenever the server says that it changed.
 *
 * @param options - What is followed.
 * @returns Whether news come in; a lost connection is taken up again by the browser.
 */
export function useLiveQuery({ path, events, queryKey, enabled = true }: LiveOptions): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("off");
  const [key, types] = [JSON.stringify(queryKey), events.join(" ")];
  useEffect(() => {
    if (!enabled) return;
    setState("connecting");
    const source = new EventSource(apiAddress(path));
    const { refresh, stop } = inTurns(() => {
      client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey }).catch(() => undefined);
    });
    source.onopen = () => {
      setState("live");
      // What happened while nobody listened is not told again.
      refresh();
    };
    source.onerror = () => setState(source.readyState === EventSource.CLOSED ? "off" : "lost");
    for (const type of types.split(" ")) source.addEventListener(type, refresh);
    return () => {
      stop();
      source.close();
      setState("off");
    };
  }, [client, path, key, types, enabled]);
  return state;
}

/**
 * Least time between two turns, in milliseconds: a busy board tells news many times a second, and nobody may
 * ask more than 60 times a minute without signing in.
 */
const TURN_MS = 3_000;

/** Does something at once, and again after a turn if it was asked for meanwhile. */
function inTurns(act: () => void): { readonly refresh: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const refresh = (): void => {
    isAsked = timer !== undefined;
    if (isAsked) return;
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) refresh();
    }, TURN_MS);
  };
  return { refresh, stop: () => clearTimeout(timer) };
}
