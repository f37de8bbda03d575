import { createHash } from 'node:crypto';

/** The style sheet of the reference page, with a light and a dark theme, for phones and larger screens. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --raised: #f5f7fa; --line: #dde3ea; --text: #1c2430; --soft: #566273;
  --link: #0b5cc4; --code-back: #f0f3f7; --accent: #0b5cc4;
  --get: #0b5cc4; --post: #17703a; --change: #8a5200; --delete: #b3261e;
  --string: #17703a; --key: #0b4f9e; --literal: #7a2fe0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #11161d; --raised: #171e27; --line: #2b3644; --text: #e3e9f0; --soft: #9fadbd;
    --link: #7db4ff; --code-back: #1b2430; --accent: #7db4ff;
    --get: #7db4ff; --post: #74d39a; --change: #f0b460; --delete: #ff9a92;
    --string: #8bd9a8; --key: #9cc7ff; --literal: #cfa8ff;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--back); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; background: var(--back); padding: .5rem 1rem; }
header {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: baseline;
  justify-content: space-between; gap: 0 1rem; padding: .6rem 1.25rem;
  background: var(--back); border-bottom: 1px solid var(--line);
}
header p { margin: 0; }
.name a { color: inherit; font-weight: 700; text-decoration: none; }
.version { color: var(--soft); font-size: .85rem; }
nav { padding: 1rem 1.25rem; font-size: .9rem; border-bottom: 1px solid var(--line); }
nav p { margin: 1rem 0 .25rem; font-weight: 700; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .2rem .4rem; color: var(--text); text-decoration: none; border-radius: 4px; }
nav a:hover { background: var(--raised); color: var(--link); }
nav p a { margin-left: -.4rem; }
nav li > a { margin-left: -.4rem; }
nav summary { cursor: pointer; color: var(--soft); }
nav li > a { display: flex; align-items: baseline; gap: .3rem; } nav .method { flex: 0 0 4.2em; }
main { min-width: 0; padding: 1.5rem 1.25rem 4rem; max-width: 84rem; }
h1 { font-size: clamp(1.7rem, 5vw, 2.3rem); line-height: 1.2; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 1.55rem; line-height: 1.25; margin: 3.5rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h4 { font-size: .8rem; margin: 1.75rem 0 .5rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
section:target > h3 { text-decoration: underline; text-decoration-color: var(--accent); text-underline-offset: .3em; }
.lead { margin: .25rem 0 0; font-size: 1.15rem; color: var(--soft); }
p, ul { margin: .6rem 0; max-width: 46rem; }
ul { padding-left: 1.2rem; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
p code, li code, td code { padding: .1em .3em; background: var(--code-back); border-radius: 4px; }
pre {
  margin: .6rem 0; padding: .8rem 1rem; background: var(--code-back); border: 1px solid var(--line);
  border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5;
}
.key { color: var(--key); } .string { color: var(--string); } .literal { color: var(--literal); }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; margin: 0 0 .75rem; }
.method { font: 700 .75rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--get); }
.method-post { color: var(--post); } .method-put, .method-patch { color: var(--change); } .method-delete { color: var(--delete); }
.operation { margin-bottom: 3rem; }
.status { font: 700 .8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); }
.status-2 { color: var(--post); } .status-3 { color: var(--get); } .status-4 { color: var(--change); } .status-5 { color: var(--delete); }
.response { border: 1px solid var(--line); border-radius: 8px; margin: .4rem 0; padding: 0 .9rem; }
.response > summary { cursor: pointer; padding: .5rem 0; overflow-wrap: anywhere; }
.response[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: .75rem; }
.problem + .problem { border-top: 1px dashed var(--line); margin-top: 1rem; padding-top: .25rem; }
.example-status { margin-bottom: 0; color: var(--soft); font-size: .9rem; }
table { width: 100%; border-collapse: collapse; margin: .75rem 0 1.25rem; table-layout: fixed; }
caption { text-align: left; color: var(--soft); font-size: .85rem; padding-bottom: .35rem; }
thead th { font-size: .8rem; color: var(--soft); font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .55rem .75rem .55rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
thead th:first-child { width: 36%; }
tbody th { font-weight: 400; }
tbody th > code { font-weight: 600; }
td > :first-child { margin-top: 0; } td > :last-child { margin-bottom: 0; }
.type { display: block; color: var(--soft); font-size: .85rem; }
.presence { color: var(--delete); font-size: .8rem; }
.facts { color: var(--soft); font-size: .85rem; }
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav {
    position: sticky; top: 3rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto;
    border-bottom: 0; border-right: 1px solid var(--line); min-height: calc(100vh - 3rem);
  }
  main { padding: 2rem 2.5rem 6rem; }
  thead th:first-child { width: 30%; }
}
@media (min-width: 80rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 2.5rem; align-items: start; }
  .shown { position: sticky; top: 4rem; max-height: calc(100vh - 5rem); overflow-y: auto; }
  .shown > h4:first-child { margin-top: .6rem; }
}
@media print {
  header { position: static; } nav { display: none; }
  .shown { position: static; max-height: none; }
}
`;

/** The style sheet as a Content-Security-Policy names it. */
export const pageStyleHash = `sha256-${createHash('sha256').update(pageStyle).digest('base64')}`;
