/** Style sheet of the HTML page: light and dark, screen and paper. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--text:#1f1d1a;--quiet:#6b665e;--rule:#d9d4ca;--paper:#fffefb;--link:#23527c;--warn:#a3271f;--warn-paper:#fdf1ef}
@media(prefers-color-scheme:dark){:root{--text:#dcd8d0;--quiet:#9a948a;--rule:#3b3833;--paper:#171614;--link:#8ab8e0;--warn:#f0a49d;--warn-paper:#2a1b19}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--text);font:1.125rem/1.65 Charter,"Iowan Old Style","Source Serif 4",Georgia,"Noto Serif",serif;text-rendering:optimizeLegibility}
main{max-width:36rem;margin:0 auto;padding:12vh 1.25rem 6rem;overflow-wrap:break-word;hyphens:auto}
h1,h2,h3,h4,h5,h6{line-height:1.25;text-wrap:balance;hyphens:manual;font-weight:600}
header{text-align:center;padding-bottom:3rem}
h1{font-size:2.4rem;margin:0 0 1rem;letter-spacing:-.01em}
header p{margin:.2rem 0;color:var(--quiet)}
header .author{font-size:1.2rem;color:var(--text)}
nav{border-block:1px solid var(--rule);padding:1.25rem 0;margin-bottom:4rem;font-size:1rem}
nav h2{font-size:1rem;margin:0 0 .5rem;color:var(--quiet);font-weight:400;letter-spacing:.06em}
nav ol{list-style:none;margin:0;padding:0}
nav ol ol{padding-inline-start:1.75rem}
nav li{margin:.25rem 0}
nav a{color:inherit;text-decoration:none;display:flex;gap:.75rem}
nav a:hover,nav a:focus-visible{color:var(--link);text-decoration:underline}
.number{color:var(--quiet);font-weight:400;font-variant-numeric:lining-nums;flex:none;min-width:1.25rem}
:is(h2,h3,h4,h5,h6) .number{margin-inline-end:.6em}
h2{font-size:1.65rem;margin:4rem 0 1.25rem}
h3{font-size:1.3rem;margin:2.5rem 0 .9rem}
h4{font-size:1.125rem;margin:2rem 0 .7rem}
h5,h6{font-size:1rem;margin:1.75rem 0 .6rem}
p{margin:0 0 .9rem}
:is(h2,h3,h4,h5,h6):target{scroll-margin-top:2rem}
.missing{border-inline-start:4px solid var(--warn);background:var(--warn-paper);color:var(--warn);padding:.5rem 1rem;text-align:start}
@page{margin:22mm 24mm}
@media print{:root{--text:#000;--quiet:#555;--rule:#bbb;--paper:#fff;--link:#000;--warn:#000;--warn-paper:#fff}body{font-size:11pt;line-height:1.45}main{max-width:none;padding:0}header{padding-top:28vh;break-after:page}nav{border:0;break-after:page}.book h2{break-before:page;margin-top:0}.book nav h2{break-before:auto}h2,h3,h4,h5,h6{break-after:avoid}p{orphans:2;widows:2;text-align:justify}header p,.missing{text-align:inherit}}
`;
