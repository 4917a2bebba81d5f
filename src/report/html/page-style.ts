/** The style sheet of the page: light and dark, screen and print, wide and narrow. */
export const PAGE_STYLE: string = `
:root {
  color-scheme: light dark;
  --paper: #faf8f4; --panel: #ffffff; --sunk: #f3f0e9; --ink: #1d1b18; --muted: #625d54;
  --line: #e3ded3; --accent: #1c4f86; --accent-soft: #e9f0f8; --baseline: #857d70;
  --higher: #17663a; --higher-soft: #e2f2e8; --lower: #9a3215; --lower-soft: #fbe9e2;
  --warn: #7a4d00; --warn-soft: #fdf3dc;
  --series-0: #1c4f86; --series-1: #b4531a; --series-2: #17735a; --series-3: #8a3a8f;
  --series-4: #6b6a1c; --series-5: #a12c4b;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #151618; --panel: #1d1f22; --sunk: #25282c; --ink: #ece9e3; --muted: #aba599;
    --line: #373a3f; --accent: #8cb9ea; --accent-soft: #1e2c3d; --baseline: #989083;
    --higher: #86d3a3; --higher-soft: #183325; --lower: #f2a488; --lower-soft: #3c211a;
    --warn: #f0c674; --warn-soft: #372c14;
    --series-0: #8cb9ea; --series-1: #f0a06a; --series-2: #6fcfae; --series-3: #d79adb;
    --series-4: #cfcd76; --series-5: #f08ba4;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
.page { max-width: 74rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 3rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem 1rem; z-index: 2; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font: 600 clamp(1.9rem, 5vw, 2.8rem)/1.1 var(--serif); margin: .2rem 0 .8rem; letter-spacing: -.01em; }
h2 { font: 600 1.5rem/1.2 var(--serif); margin: 0 0 .5rem; }
h3 { font-size: .95rem; margin: 0 0 .4rem; }
p { margin: 0 0 .8rem; }
code { font-family: var(--mono); font-size: .88em; overflow-wrap: anywhere; }
.overline { font-size: .78rem; letter-spacing: .12em; text-transform: uppercase; color: var(--accent); font-weight: 650; margin: 0; }
.compared { font: 1.15rem/1.55 var(--serif); max-width: 46em; color: var(--ink); overflow-wrap: anywhere; }
.findings { background: var(--panel); border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 8px; padding: 1.1rem 1.4rem; margin: 1.4rem 0 1rem; }
.findings h2 { font: 650 .95rem/1.3 var(--sans); margin-bottom: .5rem; color: var(--muted); }
.findings ul { margin: 0; padding-left: 1.1rem; font: 1.13rem/1.5 var(--serif); overflow-wrap: anywhere; }
.findings li + li { margin-top: .45rem; }
.findings li::marker { color: var(--accent); }
.warning { background: var(--warn-soft); color: var(--warn); border-radius: 8px; padding: .6rem 1rem; margin: .5rem 0; font-size: .95rem; }
.key-facts { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem 1.8rem; padding: 0; margin: 1.2rem 0 0; color: var(--muted); font-size: .92rem; }
.key-facts b { color: var(--ink); font-size: 1.1rem; font-variant-numeric: tabular-nums; margin-right: .15rem; }
nav { display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); margin: 1.8rem 0 0; padding: .7rem 0; font-size: .94rem; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
main > section { padding-top: 2.4rem; }
section > section { padding-top: 1.2rem; }
.lead { color: var(--muted); max-width: 48em; }
.quiet { color: var(--muted); }
.small { font-size: .88rem; }

.scroll { position: relative; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
caption span { display: inline-block; position: sticky; left: 1rem; max-width: min(100%, calc(100vw - 5rem)); }
caption { text-align: left; color: var(--muted); font-size: .86rem; padding: .7rem 1rem .3rem; }
th, td { padding: .6rem 1rem; text-align: left; vertical-align: top; }
thead th { font-weight: 600; font-size: .86rem; color: var(--muted); border-bottom: 1px solid var(--line); vertical-align: bottom; }
tbody tr + tr > *, tbody + tbody tr:first-child > * { border-top: 1px solid var(--line); }
tbody th { font-weight: 600; min-width: 11rem; max-width: 22rem; overflow-wrap: anywhere; }
tr.group th { color: var(--accent); background: var(--sunk); font-size: .86rem; padding-block: .35rem; }
.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.num.quiet { white-space: normal; }
td small { display: block; color: var(--muted); font-size: .83rem; }
.mean { font-size: 1.05rem; }
.best { color: var(--accent); font-weight: 750; }
.mark { color: var(--accent); margin-left: .12em; cursor: help; }
.marked .marks { position: absolute; }
.marked .score { padding-right: 3rem; }
.score small { white-space: normal; }
.of { color: var(--muted); }
.attention { color: var(--lower); font-weight: 650; }
.chip { display: inline-block; border-radius: 99px; padding: .08rem .65rem; background: var(--sunk); color: var(--ink); font-size: .88rem; }
.chip.higher { background: var(--higher-soft); color: var(--higher); font-weight: 600; }
.chip.lower { background: var(--lower-soft); color: var(--lower); font-weight: 600; }
.facts { list-style: none; margin: 0; padding: 0; font-size: .88rem; min-width: 17rem; }
.about { color: var(--muted); }
.unseen { font-family: var(--mono); font-size: .8em; color: var(--lower); border: 1px dotted var(--lower); border-radius: 3px; padding: 0 .15em; }
.unseen-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; margin-top: 1rem; align-items: start; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1rem .6rem; min-width: 0; }
figcaption { font-weight: 600; font-size: .95rem; margin-bottom: .3rem; }
.plot { display: block; width: 100%; max-width: 31rem; height: auto; font: 12px var(--sans); color: var(--line); fill: var(--ink); overflow: visible; }
.plot text { white-space: pre; font-variant-numeric: tabular-nums; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; padding: 0; margin: 0 0 .4rem; font-size: .88rem; }
.legend li::before { content: ""; display: inline-block; width: 1.1em; height: 0; border-top: 3px solid currentColor; vertical-align: .25em; margin-right: .4em; }
.series-0::before { color: var(--series-0); } .series-1::before { color: var(--series-1); }
.series-2::before { color: var(--series-2); } .series-3::before { color: var(--series-3); }
.series-4::before { color: var(--series-4); } .series-5::before { color: var(--series-5); }

summary { cursor: pointer; }
.fold { margin-top: .7rem; font-size: .94rem; }
.fold > summary { color: var(--accent); }
.largest { margin-top: 1rem; }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem; padding: .8rem 0 0 1rem; }
.pairs { margin: 0; padding-left: 1.4rem; }
.pairs .num { display: inline-block; min-width: 4.2rem; }

.tools { display: flex; flex-wrap: wrap; gap: .7rem 1.2rem; align-items: end; margin: 1rem 0; font-size: .9rem; }
.tools[hidden], [hidden] { display: none; }
.tools label { display: grid; gap: .15rem; color: var(--muted); min-width: 0; max-width: 100%; }
.tools input, .tools select, .tools button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--baseline); border-radius: 6px; padding: .4rem .6rem; max-width: 100%; }
.tools input { width: 15rem; }
.tools select { width: 15rem; }
.tools button { cursor: pointer; }
.tools button:hover { background: var(--sunk); }
.buttons { display: flex; gap: .5rem; }
#found { color: var(--muted); padding-bottom: .45rem; }

.example { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; margin-bottom: .5rem; }
.example > summary { display: grid; grid-template-columns: 2.2rem minmax(0, 1fr) auto; gap: .2rem .8rem; align-items: baseline; padding: .7rem 1rem; list-style: none; border-radius: 8px; }
.example > summary::-webkit-details-marker { display: none; }
.example > summary:hover { background: var(--sunk); }
.example[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.place { color: var(--muted); font-variant-numeric: tabular-nums; font-size: .88rem; }
.place::before { content: "▸"; display: inline-block; width: 1em; color: var(--accent); }
.example[open] > summary .place::before { content: "▾"; }
.who { min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.snippet { color: var(--muted); font-family: var(--serif); margin-left: .4rem; }
.summary-scores { display: flex; flex-wrap: wrap; gap: .1rem 1rem; justify-content: flex-end; font-size: .85rem; max-width: 34rem; }
.summary-score { min-width: 0; overflow-wrap: anywhere; text-align: right; }
.setting { color: var(--muted); }
.value { font-variant-numeric: tabular-nums; font-weight: 600; }
.badge { background: var(--warn-soft); color: var(--warn); border-radius: 4px; padding: .02rem .4rem; font-size: .8rem; white-space: nowrap; }
.badge.failed { background: var(--lower-soft); color: var(--lower); }
.body { padding: 1rem; }
.meta { color: var(--muted); font-size: .86rem; margin-bottom: .7rem; overflow-wrap: anywhere; }
.text { font: 1rem/1.6 var(--serif); white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.rest > summary { color: var(--accent); font-size: .86rem; margin: .4rem 0; user-select: none; }
.sheets { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: .9rem; margin-top: 1.1rem; align-items: start; }
.sheet { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem 1rem; min-width: 0; }
.sheet h3 { overflow-wrap: anywhere; }
.sheet.reference { background: var(--accent-soft); border-color: transparent; }
.sheet.reference h3 { color: var(--accent); }
.scores { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: 0 0 .6rem; font-size: .86rem; }
.scores div { display: flex; gap: .35rem; }
.scores dt { color: var(--muted); }
.scores dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.scores dd.quiet { font-weight: 400; }
.flags { margin-bottom: .5rem; }
.failure { background: var(--lower-soft); color: var(--lower); border-radius: 6px; padding: .5rem .8rem; overflow-wrap: anywhere; }
.sheet > .quiet.small { margin: .7rem 0 0; }
.passages { margin: .6rem 0 0; padding-left: 1.2rem; }
.passages li + li { margin-top: .8rem; }
.passages .meta { margin-bottom: .2rem; }
.sheet .fold .text { font-size: .95rem; }

.results { font-size: .9rem; }
.results th, .results td { padding: .5rem .7rem; }
.results tbody th { min-width: 0; font-weight: 500; }
.results small { white-space: normal; }
.results .tight { white-space: nowrap; }
.results .words { min-width: 7rem; }

.footnotes { margin: 1rem 0 0; font-size: .9rem; }
.footnotes div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .1rem 1rem; padding: .45rem 0; border-top: 1px solid var(--line); }
.footnotes dt { color: var(--muted); overflow-wrap: anywhere; }
.footnotes dd { margin: 0; overflow-wrap: anywhere; }
.notes { padding-left: 1.2rem; overflow-wrap: anywhere; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; color: var(--muted); font-size: .86rem; }

@media screen and (max-width: 46rem) {
  .page { padding-top: 1.5rem; }
  .marked .score { padding-right: 2.8rem; }
  th, td { padding: .55rem .7rem; }
  .scroll tbody th[scope="row"], .scroll thead th:first-child { position: sticky; left: 0; background: var(--panel); z-index: 1; max-width: 9rem; min-width: 7rem; }
  .example > summary { grid-template-columns: 2rem minmax(0, 1fr); }
  .summary-scores { grid-column: 2; justify-content: flex-start; }
  .summary-score { text-align: left; }
  .who { white-space: normal; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; }
  .tools label, .tools input, .tools select { width: 100%; }
  .footnotes div { grid-template-columns: minmax(0, 1fr); }
  .body { padding: .8rem; }
}
@media print {
  :root { --paper: #fff; --panel: #fff; --sunk: #f4f4f4; --ink: #000; --muted: #444; --line: #bbb; --accent: #1c4f86; --accent-soft: #f2f5f9; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  nav, .tools, .skip { display: none; }
  .scroll { overflow: visible; border: 0; }
  th, td { padding: .3rem .5rem; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  figure, tr, .findings { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .sheets { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
