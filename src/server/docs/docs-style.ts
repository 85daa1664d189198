/** Its hash is in the Content-Security-Policy (see create-server.ts), so it must reach the page unchanged. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --text: #1d2430; --soft: #5b6675; --line: #e1e6ed; --page: #fff; --panel: #f6f8fa; --link: #1a5fb4;
  --get: #1a6e8e; --post: #24733c; --patch: #8a5a00; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #dde3ec; --soft: #97a3b4; --line: #2b3442; --page: #12161d; --panel: #1a2029; --link: #7fb2f5;
    --get: #67c5e6; --post: #6fce8c; --patch: #e3b24f; --delete: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 2rem 1.25rem; font-size: .9rem; }
nav div { margin-top: 1.1rem; break-inside: avoid; }
nav strong { display: block; margin-bottom: .2rem; color: var(--soft); font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: .12rem 0; }
nav a { color: var(--text); }
nav > a { display: block; padding: .12rem 0; }
main { padding: 2rem 2rem 6rem; border-left: 1px solid var(--line); }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 .2rem; font-size: 1.45rem; }
h2 + p { margin-top: 0; color: var(--soft); }
h3 { margin: 0; font-size: 1.15rem; }
h4 { margin: 1.3rem 0 .4rem; font-size: .8rem; color: var(--soft); letter-spacing: .05em; text-transform: uppercase; }
article { margin: 1.5rem 0; padding-top: 1.5rem; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 50rem; }
.call { margin: .4rem 0; overflow-wrap: anywhere; }
.verb { font-weight: 700; margin-right: .5rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch, .put { color: var(--patch); } .delete { color: var(--delete); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td:first-child { white-space: nowrap; }
td code { overflow-wrap: anywhere; }
tr:target { background: var(--panel); }
.need { color: var(--delete); font-size: .8rem; }
.soft { color: var(--soft); font-size: .8rem; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; }
details { margin-top: 1.3rem; }
.samples { margin-top: 1rem; }
.samples details { margin-top: .3rem; }
.samples summary { text-transform: none; }
.samples[role] summary { display: none; }
.samples button { margin-right: .4rem; padding: .15rem .6rem; color: var(--soft); background: none; border-color: transparent; }
.samples button[aria-pressed=true] { color: var(--text); border-color: var(--line); background: var(--panel); }
.try { padding: .6rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
.try form { margin-top: .6rem; }
.try pre { max-height: 30rem; overflow: auto; }
.field { display: grid; grid-template-columns: 12rem minmax(0, 1fr) 9rem; gap: .2rem .8rem; align-items: baseline; margin: .4rem 0; }
.field label { font-size: .875rem; overflow-wrap: anywhere; }
input, textarea, button { padding: .35rem .6rem; font: inherit; font-size: .875rem; color: var(--text); background: var(--page); border: 1px solid var(--soft); border-radius: .3rem; }
input, textarea { width: 100%; font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
button { cursor: pointer; color: var(--page); background: var(--link); border-color: var(--link); font-weight: 600; }
button:disabled { opacity: .6; }
summary { cursor: pointer; font-size: .8rem; font-weight: 700; color: var(--soft); letter-spacing: .05em; text-transform: uppercase; }
.guide h3 { margin: 2rem 0 .4rem; }
.guide blockquote { margin: .5rem 0; padding: .1rem 1rem; border-left: 3px solid var(--line); }
.codes code { display: inline-block; margin-right: .8rem; }
@media (max-width: 50rem) {
  .layout { display: block; }
  nav { position: static; max-height: none; padding: 1.25rem 1rem; columns: 2; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1rem 4rem; border-left: 0; }
  th, td { padding-right: .6rem; }
  .field { grid-template-columns: minmax(0, 1fr); }
}
`
