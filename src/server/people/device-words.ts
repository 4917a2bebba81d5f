/** What browsers call themselves, the more special name first: most of them also claim to be others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * The kind of device that a request comes from, roughly: enough to tell one's own devices apart, too
 * little to know anybody by.
 *
 * @param userAgent - The header; `null` if it was not sent.
 * @returns For instance `Firefox on Linux`; empty if nothing is known.
 */
export function deviceWords(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, 500);
  const wordOf = (words: typeof BROWSERS): string | undefined =>
    words.find(([pattern]) => pattern.test(text))?.[1];
  return [wordOf(BROWSERS), wordOf(SYSTEMS)].filter((word) => word !== undefined).join(" on ");
}
