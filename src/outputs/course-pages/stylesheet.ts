// The style sheet of the course pages: the colors of the catalog page, light and dark, and paper.
import { renderColors } from '../shades.ts';

/** Its name is fixed, so that no course page changes with a color. Without the final newline. */
export function renderStylesheet(color: string): string {
  return renderColors(color) + rules;
}

const rules = `
:root{color-scheme:light dark;
--ink:light-dark(#1a1e24,#e9ebee);
--quiet:light-dark(#59616c,#a5adb8);
--line:light-dark(#e3e5e9,#2c323a);
--on-accent:light-dark(#ffffff,#101317)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:46rem;padding:0 clamp(1rem,4vw,2.5rem);background:var(--paper);color:var(--ink);
font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif;overflow-wrap:anywhere}
header,footer{padding:1rem 0}
header{border-bottom:1px solid var(--line);font-weight:650}
footer{border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
main{padding:1.5rem 0 2.5rem}
h1{margin:0;font-size:clamp(1.6rem,1.2rem + 2vw,2.3rem);line-height:1.2;letter-spacing:-.02em;text-wrap:balance}
p{margin:0}
ul{margin:0;padding:0;list-style:none}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
.over{margin-bottom:.5rem}
.page-number{margin-top:.35rem}
.place{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1rem;margin:1.25rem 0}
.button{padding:.6rem 1.1rem;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.address,.page-number,dt{color:var(--quiet)}
.text{margin:1.5rem 0;white-space:pre-line}
dl{margin:1.5rem 0 0;border-top:1px solid var(--line)}
dl div{display:grid;grid-template-columns:minmax(5.5rem,1fr) minmax(0,3fr);gap:1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
dd{margin:0}
.courses{margin:1.25rem 0}
.courses li{border-bottom:1px solid var(--line)}
.courses a{display:block;padding:.6rem 0}
nav{display:flex;gap:1.5rem}
@media print{
:root{color-scheme:light}
body{max-width:none;padding:0;font-size:11pt}
header,footer,nav{border:0}
.button{padding:0;background:none;color:var(--accent)}
dl div{break-inside:avoid}
}`;
