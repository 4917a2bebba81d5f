import * as Plot from "@observablehq/plot";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AutocorrelationCurve, GapelmaperRecord } from "../../../records/index.ts";
import { curveName } from "./autocorrelation-table.tsx";

const COLOURS = [1, 2, 3, 4, 5, 6].map((place) => `var(--series-${place})`);

interface Point {
  readonly name: string;
  readonly lag: number;
  readonly correlation: number;
}

/** Curves of autocorrelation with the laws fitted to them, on logarithmic axes. */
export function AutocorrelationPlot({
  curves,
}: {
  readonly curves: readonly AutocorrelationCurve[];
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const drawn = draw(curves, width);
    // The figure as a whole has its words; parts without a role may have none.
    for (const part of drawn.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
    place.current.replaceChildren(drawn);
    return () => drawn.remove();
  }, [curves, width]);
  return (
    <figure className="grid gap-3">
      <div
        ref={place}
        role="img"
        aria-label={`Autocorrelation over distance of ${curves.map(curveName).join(", ")}; the values stand in the table below.`}
        className="min-h-80 w-full overflow-hidden text-ink"
      />
      <figcaption>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
          {curves.map((curve, at) => (
            <li
              key={`${curveName(curve)}|${curve.record.variant}`}
              className="flex items-center gap-2"
            >
              <span
                aria-hidden="true"
                className="h-1 w-6 rounded-full"
                style={{ background: colourOf(at) }}
              />
              {curveName(curve)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function colourOf(place: number): string {
  return COLOURS[place % COLOURS.length] ?? "currentColor";
}

/** The width of an element, also after the window changed. */
function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

function draw(curves: readonly AutocorrelationCurve[], width: number): Element {
  const series = curves.map((curve, at) => ({ colour: colourOf(at), ...pointsOf(curve) }));
  return Plot.plot({
    width,
    height: Math.round(Math.min(480, Math.max(320, width * 0.6))),
    marginLeft: 56,
    marginBottom: 48,
    style: { background: "transparent", fontSize: "13px", fontFamily: "inherit" },
    x: { type: "log", label: "Distance in words", labelOffset: 40, tickFormat: "~s", grid: true },
    y: { type: "log", label: "Mean cosine", tickFormat: ".3~f", ticks: 5, grid: true },
    marks: series.flatMap(({ colour, measured, power, exponential }) => [
      Plot.line(measured, { x: "lag", y: "correlation", stroke: colour, strokeWidth: 1.5 }),
      Plot.line(power, { x: "lag", y: "correlation", stroke: colour, strokeDasharray: "8 4" }),
      Plot.line(exponential, {
        x: "lag",
        y: "correlation",
        stroke: colour,
        strokeDasharray: "2 4",
      }),
    ]),
  });
}

function pointsOf(curve: AutocorrelationCurve): {
  readonly measured: readonly Point[];
  readonly power: readonly Point[];
  readonly exponential: readonly Point[];
} {
  const { record } = curve;
  const name = curveName(curve);
  const measured = record.curve
    .filter(({ correlation, lag }) => correlation > 0 && lag > 0)
    .map(({ lag, correlation }) => ({ name, lag, correlation }));
  const lowest = Math.min(...measured.map(({ correlation }) => correlation));
  const law = (predict: (lag: number) => number | undefined): readonly Point[] =>
    measured.flatMap(({ lag }) => {
      const correlation = predict(lag);
      const isSeen = correlation !== undefined && correlation >= lowest / 2;
      return isSeen ? [{ name, lag, correlation }] : [];
    });
  return { measured, power: law(powerLaw(record)), exponential: law(exponentialLaw(record)) };
}

function powerLaw({ power }: GapelmaperRecord): (lag: number) => number | undefined {
  return (lag) =>
    power === undefined ? undefined : 10 ** (power.intercept + power.slope * Math.log10(lag));
}

function exponentialLaw({ exponential }: GapelmaperRecord): (lag: number) => number | undefined {
  return (lag) =>
    exponential === undefined ? undefined : 10 ** (exponential.intercept + exponential.slope * lag);
}
