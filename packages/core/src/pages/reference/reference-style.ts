import { styleSheet } from '../style.ts';

/**
 * The stylesheet of the reference page: that of all pages, and what only this page has.
 *
 * @param accent - The colour of links, as `#rrggbb`.
 */
export function referenceStyle(accent?: string): string {
  return styleSheet(accent) + reference;
}

const reference = `
.top, main, .bottom { max-width: none; margin: 0; }
.top { border-bottom: 1px solid var(--line); }
.menu { margin: 0; }
.contents { padding: .5rem 1.25rem 1rem; border-bottom: 1px solid var(--line); font-size: .9375rem; }
.contents p { margin: 1rem 0 .25rem; font-weight: 650; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents a { display: block; padding: .2rem 0; color: var(--ink); text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.contents li > a { display: flex; align-items: baseline; gap: .3rem; }
.contents .method { flex: 0 0 4.2em; }
.contents summary { padding: .2rem 0; color: var(--soft); font-weight: 400; }
h2 { font-size: 1.5rem; margin: 3.5rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h4 { font-size: .9375rem; line-height: 1.25; margin: 1.75rem 0 .5rem; }
.lead { margin: .25rem 0 0; font-size: 1.15rem; color: var(--soft); }
main p, main ul { max-width: 46rem; }
p code, li code, td code { padding: .1em .3em; background: var(--tint); border-radius: 4px; }
pre {
  margin: .6rem 0; padding: .8rem 1rem; background: var(--tint); border: 1px solid var(--line);
  border-radius: 8px; white-space: pre-wrap; line-height: 1.5;
}
.string { color: var(--good); } .literal { color: var(--decent); } .key { color: var(--ink); }
.operation { margin-bottom: 3rem; }
section:target > h3 { text-decoration: underline; text-decoration-color: var(--accent); text-underline-offset: .3em; }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; margin: 0 0 .75rem; }
.route code { padding: 0; background: none; }
.method, .status { font: 700 .75rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.method { color: var(--accent); }
.method-post, .status-2 { color: var(--good); }
.method-put, .method-patch, .status-4 { color: var(--decent); }
.method-delete, .status-5 { color: var(--bad); }
.response { border: 1px solid var(--line); border-radius: 8px; margin: .4rem 0; padding: 0 .9rem; }
.response > summary { padding: .5rem 0; font-weight: 400; }
.response[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: .75rem; }
.problem + .problem { border-top: 1px dashed var(--line); margin-top: 1rem; padding-top: .25rem; }
.example-status { margin-bottom: 0; color: var(--soft); font-size: .9375rem; }
table { table-layout: fixed; margin-bottom: 1.25rem; }
thead th:first-child { width: 36%; }
tbody th { font-weight: 400; }
tbody th > code { font-weight: 600; }
td > :first-child { margin-top: 0; } td > :last-child { margin-bottom: 0; }
.type { display: block; color: var(--soft); font-size: .875rem; }
.presence { color: var(--bad); font-size: .8125rem; }
.constraints { color: var(--soft); font-size: .875rem; }
@media screen and (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
  .top, .bottom { grid-column: 1 / -1; }
  .contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; border-bottom: 0; }
  main { padding: 2rem 2.5rem 6rem; border-left: 1px solid var(--line); }
  thead th:first-child { width: 30%; }
}
@media screen and (min-width: 80rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 2.5rem; align-items: start; }
  .example h4 { margin-top: .5rem; }
}
@media print { .contents { display: none; } }
`;
