import { accentColours, backgrounds, defaultAccent, inks } from '../brand/accent.ts';

/**
 * The stylesheet of all pages: light and dark, from 360 px up, and for print.
 *
 * @param accent - The colour of links and buttons, as `#rrggbb`.
 */
export function styleSheet(accent: string = defaultAccent): string {
  const { light, dark } = accentColours(accent);
  return `${colours(light, dark)}${base}${frame}${reports}${views}${comparison}${ownerPages}${forms}${tables}${loading}${print}`;
}

const lightResults = resultsOf('light');

const colours = (light: string, dark: string) => `
:root {
  color-scheme: light dark;
  ${backgroundsOf('light')}
  ${linesOf('light')} --accent: ${light}; --on-accent: ${backgrounds.light.paper};
  ${lightResults}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${backgroundsOf('dark')}
    ${linesOf('dark')} --accent: ${dark}; --on-accent: ${backgrounds.dark.paper};
    ${resultsOf('dark')}
  }
}
`;

function backgroundsOf(scheme: 'light' | 'dark'): string {
  const { paper, tint, good, decent, bad } = backgrounds[scheme];
  return `--paper: ${paper}; --tint: ${tint}; --good-tint: ${good}; --decent-tint: ${decent}; --bad-tint: ${bad};`;
}

function linesOf(scheme: 'light' | 'dark'): string {
  const { ink, soft, line } = inks[scheme];
  return `--ink: ${ink}; --soft: ${soft}; --line: ${line};`;
}

function resultsOf(scheme: 'light' | 'dark'): string {
  const { good, decent, bad } = inks[scheme];
  return `--good: ${good}; --decent: ${decent}; --bad: ${bad};`;
}

const base = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-variant-numeric: tabular-nums;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-size: 1rem; line-height: 1.55; overflow-wrap: anywhere;
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; margin: 0; }
h3 { text-wrap: pretty; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.1rem); letter-spacing: -.015em; }
h2 { font-size: 1.3rem; margin: 3rem 0 .75rem; }
h3 { font-size: 1rem; }
p, ul, ol, dl, figure { margin: .5rem 0; }
ul, ol { padding-left: 1.3rem; }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: from-font; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
.soft { color: var(--soft); } .small { font-size: .875rem; }
.hidden:not(:focus) {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 1; background: var(--paper); padding: .5rem 1rem; }
`;

const frame = `
.top, main, .bottom { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
.top {
  display: flex; align-items: center; gap: .25rem 0; padding-top: .9rem; padding-bottom: .9rem;
}
.top .brand { min-width: 0; margin-right: auto; padding-right: 1.5rem; }
.brand { margin: 0; font-weight: 650; }
.brand, .brand a { display: flex; align-items: center; color: inherit; text-decoration: none; }
.brand .for-dark { display: none; }
.brand img { height: 28px; max-width: min(16rem, 60vw); object-fit: contain; object-position: left; }
@media screen and (prefers-color-scheme: dark) {
  .brand .on-light { background: ${backgrounds.light.paper}; box-shadow: 0 0 0 .35rem ${backgrounds.light.paper}; border-radius: 1px; }
  .brand .for-light { display: none; } .brand .for-dark { display: block; }
}
.menu { display: flex; flex: none; align-items: center; gap: 1.25rem; min-width: 0; font-size: .9375rem; overflow-x: auto; white-space: nowrap; }
.menu a { padding: .35rem 0; color: var(--ink); text-decoration: none; }
.menu :focus-visible { outline-offset: -3px; }
.sign-out { flex: none; margin: 0; font-size: .9375rem; } .sign-out button { white-space: nowrap; } .menu + .sign-out { margin-left: 1.25rem; }
.menu a:hover { text-decoration: underline; }
.menu a[aria-current] { box-shadow: inset 0 -2px var(--accent); }
main { padding-top: 1.5rem; padding-bottom: 4rem; }
.bottom { padding-top: 1rem; padding-bottom: 2rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
.offline {
  position: sticky; top: 0; z-index: 2; max-width: 57.5rem; margin: 0 auto; padding: .6rem 1rem;
  border-left: 4px solid var(--decent); background: var(--decent-tint);
}
.message { max-width: 34rem; padding-top: 3rem; }
.message .code { margin: 0; color: var(--soft); }
`;

const reports = `
.kind { margin: 0 0 .25rem; color: var(--soft); font-size: .875rem; }
.report-head h1 {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden;
}
.report-head p { margin: .35rem 0; } .report-head .kind { margin: 0 0 .25rem; }
.answers {
  display: grid; grid-template-columns: minmax(17rem, 2fr) 3fr; gap: 1.5rem 2.5rem; align-items: start;
  margin: 1.25rem 0; padding: 1.25rem 0; border-block: 1px solid var(--line);
}
.verdict { display: grid; gap: .75rem 1.25rem; } .verdict p { margin: .35rem 0; }
.answers.pictured { grid-template-columns: minmax(14rem, 2fr) 3fr 10rem; }
.answers .screenshot { margin: 0; } .answers .screenshot img { max-width: 100%; }
.answers > .search-result { grid-column: 1 / -1; width: 100%; margin: 0; }
.answers .fix-first h2 { margin: 0; font-size: 1.15rem; }
.overview-bars h2 { margin-top: 2rem; }
.overview-bars .bars { grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: .9rem 2.5rem; }
.print-only { display: none; }
@media not (scripting: none) { .without-script { display: none; } }
.print-choice { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .8rem; }
.print-choice label { display: flex; align-items: baseline; margin: 0; font-weight: 400; }
.share { order: 0; } .share > summary { list-style: none; } .share > summary::-webkit-details-marker { display: none; }
.share[open] { flex-basis: 100%; }
.share-panel { margin-top: .6rem; padding: .6rem 1rem 1rem; border: 1px solid var(--line); border-radius: 8px; max-width: 44rem; }
.ring { text-align: center; color: var(--ink); }
.ring svg { display: block; margin: 0 auto; }
.ring circle { fill: none; stroke-width: 9; }
.ring .track { stroke: var(--line); }
.ring .fill { stroke: currentColor; stroke-linecap: round; }
.ring.good .fill, .bar.good .fill, .trend.good .line { color: var(--good); stroke: var(--good); }
.ring.decent .fill, .bar.decent .fill { color: var(--decent); stroke: var(--decent); }
.ring.bad .fill, .bar.bad .fill { color: var(--bad); stroke: var(--bad); }
.ring .number { font-size: 34px; font-weight: 680; fill: var(--ink); }
.ring .of { font-size: 12px; fill: var(--soft); }
.result { margin: .4rem 0 0; font-weight: 650; }
.ring .small { margin: 0; text-wrap: balance; }
.good > .result, .score.good { color: var(--good); } .decent > .result, .score.decent { color: var(--decent); }
.bad > .result, .score.bad { color: var(--bad); }
.rating.good { color: var(--good); } .rating.decent { color: var(--decent); } .rating.bad { color: var(--bad); }
.score { font-weight: 650; }
.bars { list-style: none; padding: 0; display: grid; gap: .9rem; }
.bars li { display: grid; grid-template-columns: 1fr auto; align-content: start; gap: .1rem 1rem; }
.bars .name { font-weight: 600; } .bars .value { font-weight: 650; text-align: right; }
.bar { grid-column: 1 / -1; width: 100%; height: 8px; border-radius: 4px; display: block; overflow: hidden; }
.bar .track { fill: var(--line); stroke: none; }
.bar .fill { stroke: none !important; fill: currentColor; }
.bar.good { color: var(--good); } .bar.decent { color: var(--decent); } .bar.bad { color: var(--bad); }
.bars .counts { grid-column: 1 / -1; color: var(--soft); font-size: .875rem; }
.notice {
  margin: 1rem 0; padding: .6rem 1rem; border-left: 4px solid var(--decent); background: var(--decent-tint);
  border-radius: 0 6px 6px 0;
}
.notice p, .notice ul { margin: .3rem 0; }
.owner-only { display: inline-block; margin: .5rem 0 0; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; color: var(--soft); }
.fix-first ol { padding-left: 1.6rem; }
.fix-first li { margin: .6rem 0; padding-left: .25rem; }
.fix-first li::marker { font-weight: 650; color: var(--soft); }
.fix-first li > a { margin-right: .4rem; font-weight: 600; color: var(--ink); }
.gain { display: inline-block; font-size: .875rem; font-weight: 600; color: var(--good); }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0; }
.filters a {
  padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 2rem; color: var(--ink);
  text-decoration: none; font-size: .9375rem;
}
.filters a:hover { background: var(--tint); }
.filters a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.filters .count { font-size: .875rem; }
.check { padding: 1.1rem 0; border-bottom: 1px solid var(--line); }
.check:target { background: var(--tint); box-shadow: -1rem 0 var(--tint), 1rem 0 var(--tint); }
.check > header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1.5rem; align-items: baseline; }
.check h3 { flex: 1 1 20rem; }
.labels { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: 0; font-size: .875rem; color: var(--soft); }
.status { font-weight: 600; }
.status.fail { color: var(--bad); } .status.warn { color: var(--decent); } .status.pass { color: var(--good); }
.summary { margin: .35rem 0; }
.evidence { list-style: none; padding: 0; display: grid; gap: .35rem; }
.evidence li {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1.5rem;
  background: var(--tint); border-radius: 6px; padding: .35rem .7rem;
}
.evidence code { white-space: pre-wrap; min-width: 0; }
.places > p { margin: 1rem 0 .4rem; }
.evidence .location { font-size: .8125rem; color: var(--soft); }
.advice { margin: .5rem 0 0; }
.why { margin: .35rem 0; }
.words { margin-top: .35rem; font-size: .875rem; color: var(--soft); }
.words > summary { padding: .25rem 0; font-weight: 400; }
.words dl, .printed-words dl { margin: .25rem 0; }
.words dt, .printed-words dt { display: inline; font-weight: 600; color: var(--ink); } .words dt::after, .printed-words dt::after { content: ":"; }
.words dd, .printed-words dd { display: inline; margin: 0 0 0 .35rem; }
.printed-words, .printed-rows { display: none; }
details.folded { padding: 0; }
details.folded > summary { position: relative; list-style: none; padding: .8rem 0 .8rem 1.5rem; font-weight: 400; }
details.folded > summary::-webkit-details-marker { display: none; }
details.folded > summary::before { content: "▸"; position: absolute; left: .1rem; color: var(--soft); }
details.folded[open] > summary::before { content: "▾"; }
@media (scripting: none) { details:target::details-content { content-visibility: visible; block-size: auto; } }
details.folded > summary:hover h3 { text-decoration: underline; }
details.folded > :not(summary) { margin-left: 1.5rem; } details.folded[open] { padding-bottom: 1rem; }
.check h2.plain { margin: 0; font-size: 1rem; text-wrap: pretty; }
.affected { margin: .25rem 0; padding-left: 1.2rem; } .affected li { margin: .1rem 0; }
.findings { margin: .5rem 0; padding-left: 1.2rem; } .findings > li { margin: .25rem 0; }
details > summary { cursor: pointer; padding: .9rem 0; font-weight: 600; }
.previews { margin-top: 1rem; }
.screenshot img { display: block; max-width: 13rem; height: auto; border: 1px solid var(--line); border-radius: 10px; }
.search-result, .social-card { max-width: 40rem; border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1.1rem; margin: .75rem 0; }
figcaption { font-size: .8125rem; color: var(--soft); margin-bottom: .4rem; }
.search-result p, .social-card p { margin: .1rem 0; }
.social-card { max-width: 32.5rem; }
.picture { display: grid; place-items: center; aspect-ratio: 1.91; background: var(--tint); color: var(--soft); border-radius: 6px; margin: .4rem 0; font-size: .875rem; }
.card-site { font-size: .8125rem; color: var(--soft); } .card-title { font-weight: 600; } .card-text { font-size: .9375rem; }
.result-url { font-size: .875rem; color: var(--soft); }
.result-title { font-size: 1.15rem; color: var(--accent); }
.search-result.phone { max-width: 22.5rem; }
.phone :is(.result-title, .result-text, .result-url) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.phone .result-text { -webkit-line-clamp: 3; } .phone .result-url { -webkit-line-clamp: 1; }
.facts { display: grid; gap: 0; }
.facts > div { display: grid; grid-template-columns: 14rem 1fr; gap: .1rem 1rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
.facts dt { color: var(--soft); } .facts dd { margin: 0; }
.facts ol, .facts ul { margin: 0; padding-left: 1.2rem; }
@media (max-width: 40rem) {
  .answers, .answers.pictured { grid-template-columns: minmax(0, 1fr); }
  main { padding-top: .75rem; }
  .answers { margin: .75rem 0; padding: .75rem 0; gap: .9rem; }
  .verdict { grid-template-columns: 6.5rem 1fr; align-items: center; }
  .verdict .ring svg { width: 6rem; height: 6rem; }
  .verdict p { line-height: 1.45; margin: .2rem 0; font-size: .9375rem; }
  .report-head h1 { font-size: 1.25rem; } .report-head p { margin: .15rem 0; }
  .facts > div { grid-template-columns: 1fr; }
  .top:has(.menu) { display: grid; grid-template-columns: 1fr auto; padding-bottom: .25rem; }
  .menu { grid-area: 2 / 1 / auto / span 2; justify-content: space-between; gap: .5rem; font-size: .875rem; }
}
`;

const views = `
.tabs { display: flex; flex-wrap: wrap; gap: 0 1.5rem; border-bottom: 1px solid var(--line); margin: 1.25rem 0; }
.tabs a { padding: .6rem 0; color: var(--ink); text-decoration: none; }
.tabs a:hover { text-decoration: underline; } .tabs :focus-visible { outline-offset: -3px; }
.tabs a[aria-current] { box-shadow: inset 0 -2px var(--accent); font-weight: 600; }
@media (max-width: 40rem) { .tabs { flex-wrap: nowrap; overflow-x: auto; } .tabs a { white-space: nowrap; } }
@media screen {
  .views > .view { scroll-margin-top: 5rem; }
  @supports selector(:has(a)) {
    .views > .view:not(:target):not(:has(:target)) { display: none; }
    .views:not(:has(:target)) > .view.first { display: block; }
    .report:has(.views) .tabs a { box-shadow: none; }
    .report:has(.views):not(:has(#loading:target, #loading :target, #previews:target, #previews :target, #facts:target, #facts :target)) .tabs .to-findings,
    .report:has(#loading:target, #loading :target) .tabs .to-loading,
    .report:has(#previews:target, #previews :target) .tabs .to-previews,
    .report:has(#facts:target, #facts :target) .tabs .to-facts { box-shadow: inset 0 -2px var(--accent); font-weight: 600; }
    .views > .view > section:first-child > h2 { margin-top: 1.5rem; }
  }
}
.tabs + section > h2 { margin-top: 1.5rem; } .tabs + .answers { border-top: 0; margin-top: 0; padding-top: .5rem; }
.dashboard { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 3rem; }
.dashboard h2 { margin-top: 1.5rem; font-size: 1.15rem; }
`;

const comparison = `
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 2rem; margin: 1.5rem 0; padding: 1rem 0; border-block: 1px solid var(--line); }
.sides h2 { margin: 0; font-size: .9375rem; color: var(--soft); }
.big { font-size: 1.5rem; margin: .2rem 0; }
.compared th { width: 30%; font-weight: 600; } .compared td { width: 35%; }
`;

const ownerPages = `
h1 + form, h1 + search { margin-top: 1.25rem; }
.sorting { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .8rem; margin-top: 1rem; }
.paging { display: flex; gap: 1.25rem; margin: 1.25rem 0; }
.inline { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; margin: 0 0 1rem; }
.unreachable { border-color: var(--bad); background: var(--bad-tint); }
.report-head:has(.tabs) + .answers { margin: 0; padding: .5rem 0 1rem; border-top: 0; }
.verdict .spark { width: 9rem; height: 2.25rem; }
.facts dd > p:first-child { margin-top: 0; } .facts .share { display: inline-block; margin-right: .5rem; } .facts .share > summary, .facts dd > .button { padding: .3rem .9rem; }
@media (min-width: 50rem) {
  .plan { grid-template-columns: 5fr 5fr 3fr; gap: 0 2rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
  .plan > div { display: block; border: 0; } .plan > div:has(.share[open]) { grid-column: 1 / -1; }
}
.home { margin-top: 1.75rem; } .home .sorting { margin: 0; }
.extra { margin: .3rem 0; } .extra label { display: inline-flex; align-items: baseline; margin: 0; font-weight: 400; }
.empty { margin: 2rem 0; padding: 1.5rem; border: 1px dashed var(--soft); border-radius: 8px; } .empty h2 { margin: 0; }
.websites .status, .websites .spark { display: block; } .websites .worst { width: 34%; } .websites th[scope=row] { min-width: 11rem; }
.site { display: flex; gap: .75rem; }
.tile {
  flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 8px;
  background: var(--tint); color: var(--soft); font-size: .8125rem; font-weight: 650;
}
.trend-cell, .next-cell { white-space: nowrap; } .score-cell a { display: block; }
@media (min-width: 60rem) { .websites th[scope=row] { min-width: 13rem; } .score-cell { min-width: 9.5rem; } }
@media (max-width: 40rem) {
  .report-form .row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .6rem; }
  .report-form .row > .field { display: contents; } .report-form .row :is(label, .hint, .error) { grid-column: 1 / -1; }
  .report-form button { padding-inline: .7rem; white-space: nowrap; }
  .websites tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1rem; }
  .websites th[scope=row] { min-width: 0; }
  .websites .score-cell { grid-area: 1 / 2; width: 8rem; min-width: 0; text-align: right; }
  .websites .trend-cell { grid-area: 2 / 2; text-align: right; } .websites .trend-cell .spark { margin-left: auto; }
  .websites .open-cell { grid-area: 2 / 1; } .websites .next-cell { grid-column: 1 / -1; }
}
.websites td, .keys td { overflow-wrap: break-word; } .websites .finding { overflow-wrap: anywhere; }
:is(.webhooks, .recipients, .deliveries) th[scope=row] { min-width: 9rem; } :is(.webhooks, .deliveries) th p { margin: .1rem 0; }
.recipients td p { margin: .1rem 0; } .recipients th[scope=row] { overflow-wrap: anywhere; }
.webhooks td, .deliveries td { overflow-wrap: break-word; } .deliveries td:nth-child(4) { white-space: nowrap; } .deliveries form { margin: 0; } .deliveries .link { padding: 0; white-space: nowrap; text-decoration: underline; color: var(--accent); }
.example { margin: .75rem 0; padding: .75rem 1rem; border-radius: 8px; background: var(--tint); white-space: pre-wrap; }
.keys th[scope=row] { min-width: 10rem; } .keys th p { margin: .1rem 0; }
.copy { max-width: 40rem; }
.copy .row { flex-wrap: nowrap; align-items: stretch; }
.copy input { max-width: none; min-width: 0; } .copy button { flex: none; white-space: nowrap; }
h1 + .secret { margin-top: 1.25rem; }
.short { max-width: 8rem; } .medium { max-width: 16rem; }
.urls { max-width: 44rem; resize: vertical; }
.error ul { margin: .1rem 0 .35rem; }
.progress { max-width: 44rem; margin: 1.25rem 0; }
.progress label { margin: 0 0 .35rem; } .progress p { margin: .35rem 0; }
progress {
  display: block; appearance: none; width: 100%; height: 12px; border: 0; border-radius: 6px; overflow: hidden;
  background: var(--line); print-color-adjust: exact;
}
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
@media (min-width: 40.01rem) { .jobs th[scope=row] { width: 46%; } }
.jobs td { overflow-wrap: break-word; } .reason { margin: .15rem 0 0; overflow-wrap: anywhere; }
.refresh { margin: .5rem 0; }
#live:focus { outline: none; }
`;

const forms = `
label { display: block; font-weight: 600; margin: .9rem 0 .25rem; }
input, select, textarea {
  font: inherit; color: inherit; background: var(--paper); width: 100%; max-width: 34rem; padding: .55rem .7rem;
  border: 1px solid var(--soft); border-radius: 6px;
}
input[type=checkbox], input[type=radio] { accent-color: var(--accent); width: auto; margin: 0 .5rem 0 0; }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; padding: .5rem 1.1rem 1rem; max-width: 36rem; }
legend { font-weight: 600; padding: 0 .4rem; }
fieldset > label, .choices > label { display: flex; align-items: baseline; font-weight: 400; margin: .4rem 0; }
:is(fieldset, .choices) > label > input { flex: none; }
label .hint { display: block; margin: 0; }
.choices { max-height: 19rem; overflow-y: auto; margin-left: 1.5rem; padding: .1rem .3rem; }
button, .button {
  font: inherit; font-weight: 600; display: inline-block; padding: .55rem 1.1rem; border: 1px solid var(--accent);
  border-radius: 6px; background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none;
}
button.plain, .button.plain { background: none; color: var(--ink); border-color: var(--soft); }
button.danger, .button.danger { background: var(--bad); border-color: var(--bad); color: var(--paper); }
button.link { background: none; border: 0; padding: .35rem 0; color: var(--ink); font-weight: 400; }
button.link:hover { text-decoration: underline; }
[hidden] { display: none !important; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
.row > .field { flex: 0 1 34rem; } .row label { margin-top: 0; }
form:has(#every option:checked:not([value=week])) .of-week,
form:has(#every option:checked:not([value=month])) .of-month,
form:has(#task option:checked:not([value=crawl])) .of-crawl,
form:has([value="findings.new"]:not(:checked)):not(:has([name=digest]:checked)) .of-findings,
form:has([name=scope][value=all]:checked) .of-chosen { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.2rem 0; align-items: center; }
.actions form { margin: 0; }
.hint { margin: .1rem 0 .35rem; color: var(--soft); font-size: .875rem; }
.error { margin: .1rem 0 .35rem; color: var(--bad); font-weight: 600; } .flag { white-space: nowrap; }
[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.secret { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
.done {
  position: sticky; top: 0; z-index: 1;
  border-left: 4px solid var(--good); background: var(--good-tint); padding: .6rem 1rem; border-radius: 0 6px 6px 0;
}
html:has(.done) { scroll-padding-top: 4.5rem; }
`;

const tables = `
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: .75rem 0; }
caption { text-align: left; color: var(--soft); font-size: .875rem; padding-bottom: .4rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); }
tbody th { font-weight: 400; } .compared tbody th { font-weight: 600; }
thead th { font-size: .875rem; font-weight: 600; color: var(--soft); overflow-wrap: break-word; }
td.number, th.number { text-align: right; }
td time, td .score { white-space: nowrap; }
th .soft { font-weight: 400; }
.trend { width: 100%; height: auto; display: block; overflow: visible; }
.trend .grid { stroke: var(--line); } .trend .label { fill: var(--soft); font-size: 11px; }
.trend .line { fill: none; stroke: var(--accent); stroke-width: 2; } .trend .dot { fill: var(--accent); }
.results .good { fill: var(--good); } .results .decent { fill: var(--decent); } .results .bad { fill: var(--bad); }
.results .accent { fill: var(--accent); } .results .soft { fill: var(--soft); }
.folders .good { fill: var(--good-tint); stroke: var(--good); } .folders .decent { fill: var(--decent-tint); stroke: var(--decent); } .folders .bad { fill: var(--bad-tint); stroke: var(--bad); }
.trend.folders .label { fill: var(--ink); font-size: 12px; }
.shares > svg { display: block; width: 100%; height: .9rem; border-radius: 3px; }
.shares ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; font-size: .9375rem; }
.shares li svg { width: .7rem; height: .7rem; margin-right: .4rem; }
.chart-data > summary { padding: .4rem 0; font-size: .875rem; font-weight: 400; }
.spark { width: 6rem; height: 1.5rem; vertical-align: middle; }
.spark path { fill: none; stroke: var(--accent); stroke-width: 2; }
@media (max-width: 40rem) {
  .trend .label, .trend.folders .label { font-size: 22px; } .folders .label.wide { display: none; } .trend .line { stroke-width: 4; } .trend .dot { r: 5px; }
  .stack thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .stack tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .stack th, .stack td { display: block; width: auto; border: 0; padding: .1rem 0; }
  .stack td.number { text-align: left; }
  .stack td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
}
`;

const loading = `
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .8125rem; color: var(--soft); }
.legend svg { vertical-align: -.1em; }
.blocking { color: var(--bad); }
.waterfall-rows { position: relative; padding-top: 46px; font-size: .8125rem; line-height: 1.3; }
.waterfall .row { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: .6rem; align-items: center; margin: 1px 0; }
.waterfall .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.waterfall svg { display: block; overflow: visible; } .waterfall .legend svg { display: inline; }
.waterfall .marks { position: absolute; top: 0; right: 0; width: calc(100% - 16.6rem); }
.marks text { font-size: 11px; fill: var(--soft); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; } .marks line { stroke: var(--line); }
.marks :is(.fcp, .lcp) line { stroke: var(--ink); } .marks .fcp line { stroke-dasharray: 5 3; } .marks :is(.fcp, .lcp) text { fill: var(--ink); }
.waterfall rect, .treemap rect { fill: var(--accent); }
.waterfall .other rect { fill: var(--soft); }
.waterfall .wait { fill-opacity: .5; }
.waterfall .other .receive { fill-opacity: .2; stroke: var(--soft); }
.film { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(8, minmax(0, 7.5rem)); gap: .5rem; }
.film img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; } .film figure { margin: 0; } .film figcaption { margin: .25rem 0 0; }
.treemap > svg { display: block; overflow: visible; } .speed h3 { margin-top: 1.75rem; }
.treemap rect { fill-opacity: .2; stroke: var(--accent); }
.treemap .other rect { fill: var(--soft); fill-opacity: .12; stroke: var(--soft); stroke-dasharray: 4 3; }
.treemap text { font-size: 11px; fill: var(--ink); } .treemap .on-narrow { display: none; }
@media (max-width: 40rem) {
  .waterfall .row { grid-template-columns: 7.5rem minmax(0, 1fr); } .waterfall .marks { width: calc(100% - 8.1rem); } .film { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  .treemap .on-narrow { display: initial; } .treemap .on-wide { display: none; }
}
`;

const print = `
@media print {
  :root {
    color-scheme: light; ${backgroundsOf('light')} ${lightResults}
    --ink: #000; --soft: #444; --line: #bbb; --accent: #000;
  }
  @page {
    margin: 14mm 16mm 16mm;
    @bottom-right { content: counter(page) " / " counter(pages); color: #444; font: 8.5pt system-ui, sans-serif; }
  }
  html { font-size: 13px; }
  body { font-size: 9.5pt; line-height: 1.4; }
  .top, main, .bottom { max-width: none; padding-left: 0; padding-right: 0; }
  .top { padding-top: 0; padding-bottom: .5rem; } main { padding-top: .5rem; padding-bottom: 0; }
  .bottom { margin-top: 1rem; padding-top: .5rem; padding-bottom: 0; }
  .menu, .sign-out, .filters, .actions, .inline, .skip, .refresh, .screen, .offline, form, button { display: none !important; }
  section:not(.message):not(:has(table)):has(form, .copy, .button) { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  details > summary { list-style: none; }
  .check, .fix-first li, .facts, figure, tr, .notice li, .last-sheet { break-inside: avoid; }
  h2, h3, caption, thead, details > summary { break-after: avoid; }
  h2 + *, caption + * { break-before: avoid; }
  h2 { margin: 1.5rem 0 .5rem; font-size: 13pt; } h3 { font-size: 10.5pt; }
  .check { padding: .5rem 0; } .check p { margin: .2rem 0; }
  .check .advice a, .notice a, .changes p > a { display: none; }
  a { color: inherit; text-decoration: none; }
  .answers { border-color: #000; }
  .words { display: none; }
  .report-head h1 { -webkit-line-clamp: 2; }
  .report-url a { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  .printed-words { display: block; font-size: 7.5pt; line-height: 1.3; columns: 3; column-gap: 1.5rem; }
  .printed-words h3 { column-span: all; margin: .75rem 0 .25rem; } .printed-words dl { margin: 0; } .printed-words dl > div { break-inside: avoid; }
  details.folded, details.folded[open] { padding: .5rem 0; } details.folded > summary { padding: 0; } details.folded > summary::before { content: none; } details.folded > :not(summary) { margin-left: 0; }
  details.folded.pass { padding: .25rem 0; }
  .answers, .answers.pictured { grid-template-columns: 24rem 1fr; gap: 2rem; padding: .75rem 0; }
  .verdict { grid-template-columns: 6.5rem 1fr; align-items: center; } .verdict .ring svg { width: 6.5rem; height: 6.5rem; }
  .bars { grid-template-columns: 1fr 1fr; }
  body:not(:has(#print-everything:checked)) .report {
    .details-only { display: none; }
    .print-only { display: block; }
    .evidence li:nth-child(n + 3), .check.fail .summary, .check.warn .summary { display: none; }
    .evidence code, .check h3 bdi, .other-checks bdi {
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
    }
    .check h3 bdi { -webkit-line-clamp: 3; }
  }
  .other-checks h3 { margin-top: .75rem; } .other-checks table { margin: .25rem 0; } .other-checks { font-size: 7.5pt; line-height: 1.3; }
  .other-checks td { padding: .15rem .8rem .2rem 0; border-width: .5pt; } .other-checks td:not(:last-child) { white-space: nowrap; }
  .other-checks td:first-child { width: 8em; } .other-checks td:nth-child(2) { width: 11em; }
  .waterfall .row:nth-of-type(n + 26) { display: none; } .printed-rows { display: inline; }
  .speed :is(th, td) { padding: .2rem 1rem .2rem 0; }
  .check.pass { padding: .25rem 0; }
  .check.pass .evidence { display: none; }
}
`;
