import type { ChangedFinding, ComparableCheck } from '@sitegrade/core';
import { changedPlaces } from '@sitegrade/core/internal';
import { changesRecord } from '@sitegrade/core/records';
import type { ComparedPage, Comparisons } from '../compared-page.ts';
import { locationName } from '../findings.ts';
import { plainText } from '../plain-text.ts';
import { labelled, type Terminal, wrap } from '../terminal.ts';
import { toJson } from './json.ts';
import { codeSpan, markdownText } from './markdown.ts';

type Pair = Comparisons['pairs'][number];

/** The most quotes of a check that are shown. */
const maxQuotes = 5;

const differentRulesets =
  'The two reports have different versions of the checks, so their scores cannot be compared exactly.';

const differentForms =
  'Only one of the two pages was rendered in a browser, so their scores cannot be compared exactly.';

const differentVisits =
  'Only one of the two has data of real visitors, or of other ones, so their scores cannot be compared exactly.';

/** Comparisons as people read them in a terminal. */
export function prettyComparisons(comparisons: Comparisons, terminal: Terminal): string {
  const { colors } = terminal;
  const width = terminal.width - 4;
  const lines = [
    ...comparisons.pairs.flatMap((pair) => ['', ...prettyPair(pair, terminal)]),
    ...comparisons.unmatched.flatMap((url) => [
      '',
      ...wrap(`Only in one of both: ${plainText(url)}`, width).map(colors.dim),
    ]),
  ];
  return `${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}

/** Why the scores of a comparison cannot be compared. */
function notesOf(changes: Pair['changes']): readonly string[] {
  return [
    ...(changes.sameRuleset ? [] : [differentRulesets]),
    ...(changes.sameRendering ? [] : [differentForms]),
    ...(changes.sameFieldData ? [] : [differentVisits]),
  ];
}

function prettyPair(pair: Pair, { colors, width: columns }: Terminal): readonly string[] {
  const { from, to, changes } = pair;
  const width = columns - 4;
  const others = othersOf(pair);
  const newPlaces = changedPlaces(changes, 'found');
  const fixedPlaces = changedPlaces(changes, 'fixed');
  const color = changes.score < 0 ? colors.red : colors.green;
  const section = (
    title: string,
    ids: readonly string[],
    mark: string,
    textOf: (id: string) => string,
    quotesOf: (id: string) => readonly string[] = () => [],
  ) =>
    ids.length === 0
      ? []
      : [
          '',
          colors.bold(`${title} (${ids.length})`),
          ...ids.flatMap((id) => [
            ...labelled(mark, wrap(plainText(textOf(id)), width - 2), 2),
            `  ${colors.dim(plainText(id))}`,
            ...quotesOf(id).flatMap((line) => wrap(line, width - 4).map((part) => `    ${part}`)),
          ]),
        ];
  return [
    ...labelled('from', wrap(plainText(from.url), width - 6).map(colors.cyan), 6),
    ...labelled('to', wrap(plainText(to.url), width - 6).map(colors.cyan), 6),
    '',
    `${colors.bold(`${from.score} → ${to.score}`)}  ${
      changes.score === 0 ? 'same score' : color(pointsOf(changes.score))
    }`,
    ...notesOf(changes).flatMap((note) => wrap(note, width).map(colors.yellow)),
    ...section('Fixed', changes.fixed, colors.green('✔'), (id) => titleOf(pair, id)),
    ...section(
      'Broken',
      changes.broken,
      colors.red('✖'),
      (id) => summaryOf(to, id),
      (id) => quoteLines(foundBy(pair, id)),
    ),
    ...section(
      'New places',
      [...newPlaces.keys()],
      colors.red('✖'),
      (id) => placesText(pair, id, 'found', newPlaces.get(id)),
      (id) => quoteLines(newPlaces.get(id)),
    ),
    ...section(
      'Fixed places',
      [...fixedPlaces.keys()],
      colors.green('✔'),
      (id) => placesText(pair, id, 'fixed', fixedPlaces.get(id)),
      (id) => quoteLines(fixedPlaces.get(id)),
    ),
    ...section('Other changes', others, '·', (id) => {
      return `${stateOf(pair.checks[id]?.from)} → ${stateOf(pair.checks[id]?.to)}`;
    }),
    '',
    ...wrap(restOf(pair, others), width).map(colors.dim),
  ];
}

type Side = 'found' | 'fixed';

/** All places of a check that only the later report has. */
function foundBy({ changes }: Pair, id: string): readonly ChangedFinding[] {
  return changes.findings?.found.rows.filter(({ check }) => check === id) ?? [];
}

/** `2 new, 3 still there: Every image has a text alternative`. */
function placesText(
  pair: Pair,
  id: string,
  side: Side,
  places: readonly ChangedFinding[] = [],
): string {
  const remaining = places[0]?.remaining ?? 0;
  const counts = [
    `${places.length} ${side === 'found' ? 'new' : 'fixed'}`,
    ...(remaining === 0 ? [] : [`${remaining} still there`]),
  ];
  return `${counts.join(', ')}: ${titleOf(pair, id)}`;
}

/** Where they are, and the quotes: `4:5 <img src="a.png">`. */
function quoteLines(places: readonly ChangedFinding[] = []): readonly string[] {
  const all = places.flatMap(({ evidence }) => evidence ?? []);
  const rest = all.length - maxQuotes;
  return [
    ...all.slice(0, maxQuotes).map((quote) => {
      return [locationName(quote), plainText(quote.text)].filter((part) => part !== '').join(' ');
    }),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ];
}

/** Comparisons as Markdown, for a comment on a pull request. */
export function markdownComparisons({ pairs, unmatched }: Comparisons): string {
  const lines = [
    '| From | To | Score | Fixed | Broken |',
    '| --- | --- | --- | ---: | ---: |',
    ...pairs.map(({ from, to, changes }) => {
      const cells = [
        markdownText(from.url),
        markdownText(to.url),
        `${from.score} → ${to.score} (${signed(changes.score)})`,
        changes.fixed.length,
        changes.broken.length,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    ...pairs.flatMap((pair) => {
      const { to, changes } = pair;
      const fixed = changes.fixed.map(
        (id) => `- ✅ ${markdownText(titleOf(pair, id))} (${codeSpan(plainText(id))})`,
      );
      const broken = changes.broken.flatMap((id) => [
        `- ❌ ${markdownText(summaryOf(to, id))} (${codeSpan(plainText(id))})`,
        ...markdownQuotes(foundBy(pair, id)),
      ]);
      const items = [
        ...broken,
        ...markdownPlaces(pair, 'found', '❌'),
        ...fixed,
        ...markdownPlaces(pair, 'fixed', '✅'),
      ];
      const notes = notesOf(changes);
      if (items.length + notes.length === 0) return [];
      return ['', `**${markdownText(to.url)}**`, '', ...notes, ...items];
    }),
    ...unmatched.flatMap((url) => ['', `Only in one of both: ${markdownText(url)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function markdownPlaces(pair: Pair, side: Side, mark: string): readonly string[] {
  return [...changedPlaces(pair.changes, side)].flatMap(([id, places]) => [
    `- ${mark} ${markdownText(placesText(pair, id, side, places))} (${codeSpan(plainText(id))})`,
    ...markdownQuotes(places),
  ]);
}

function markdownQuotes(places: readonly ChangedFinding[]): readonly string[] {
  return quoteLines(places).map((line) => `  - ${codeSpan(line)}`);
}

/** Comparisons as JSON, with the names of the HTTP API. */
export function jsonComparisons({ pairs, unmatched }: Comparisons): string {
  return toJson({
    comparisons: pairs.map(({ from, to, changes, checks }) => ({
      from: pageRecord(from),
      to: pageRecord(to),
      ...changesRecord(changes),
      checks: Object.fromEntries(
        Object.entries(checks).map(([id, pair]) => [
          id,
          { from: pair.from && checkRecord(pair.from), to: pair.to && checkRecord(pair.to) },
        ]),
      ),
    })),
    unmatched,
  });
}

function pageRecord({ url, score, rulesetVersion }: ComparedPage) {
  return { url, score, ruleset_version: rulesetVersion };
}

function checkRecord({ status, summary, value }: ComparableCheck) {
  return { status, summary, value };
}

/** The checks that a section of their kind lists. */
function listedIds({ changes }: Pair): ReadonlySet<string> {
  return new Set([
    ...changes.fixed,
    ...changes.broken,
    ...changedPlaces(changes, 'found').keys(),
    ...changedPlaces(changes, 'fixed').keys(),
  ]);
}

/** Checks with a fault before or after that no other section lists. */
function othersOf(pair: Pair): readonly string[] {
  const listed = listedIds(pair);
  const hasFault = (check: ComparableCheck | null) =>
    check?.status === 'warn' || check?.status === 'fail';
  return Object.entries(pair.checks).flatMap(([id, { from, to }]) =>
    !listed.has(id) && (hasFault(from) || hasFault(to)) ? [id] : [],
  );
}

/** The number of checks that found something else, and have no fault. */
function restOf(pair: Pair, others: readonly string[]): string {
  const listed = new Set([...listedIds(pair), ...others]);
  const rest = Object.keys(pair.checks).filter((id) => !listed.has(id)).length;
  if (rest === 0) return listed.size === 0 ? 'No check differs.' : 'No other check differs.';
  const subject = rest === 1 ? '1 other check differs' : `${rest} other checks differ`;
  return `${subject} without a fault; --format json lists all.`;
}

function titleOf({ to }: Pair, id: string): string {
  return to.checks[id]?.title ?? id;
}

function summaryOf({ checks }: ComparedPage, id: string): string {
  return checks[id]?.summary ?? id;
}

function stateOf(check: ComparableCheck | null | undefined): string {
  return check ? `${check.status}: ${check.summary}` : 'not part of this report';
}

/** `+5 points`. */
export function pointsOf(score: number): string {
  return `${signed(score)} ${Math.abs(score) === 1 ? 'point' : 'points'}`;
}

/** A number with its sign. */
export function signed(score: number): string {
  return score < 0 ? `−${-score}` : `+${score}`;
}
