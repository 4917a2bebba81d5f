import { useState } from "react";
import { z } from "zod";

/** How a reader likes texts. */
export interface ReaderSettings {
  /** Size of the type, 1 for 18 pixels. */
  readonly scale: number;
  /** Whether 1 to 5 and the arrows answer questions. */
  readonly keys: boolean;
  /** Whether what 1 to 5 mean stands below every question. */
  readonly anchors: boolean;
}

/** Sizes of the type, the smallest first. */
export const SCALES: readonly number[] = [0.85, 1, 1.15, 1.3, 1.5, 1.75];

const USUAL: ReaderSettings = { scale: 1, keys: true, anchors: false };
const KEY = "longhand.reader";
const settingsSchema = z.object({ scale: z.number(), keys: z.boolean(), anchors: z.boolean() });

/**
 * How this reader likes texts on this device.
 *
 * @returns The settings, and what changes some of them.
 */
export function useReaderSettings(): readonly [
  ReaderSettings,
  (changes: Partial<ReaderSettings>) => void,
] {
  const [settings, setSettings] = useState(readSettings);
  const change = (changes: Partial<ReaderSettings>): void => {
    const next = { ...settings, ...changes };
    localStorage.setItem(KEY, JSON.stringify(next));
    setSettings(next);
  };
  return [settings, change];
}

function readSettings(): ReaderSettings {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? ""));
    return parsed.success ? parsed.data : USUAL;
  } catch {
    return USUAL;
  }
}
