import { weights } from '@sitegrade/audit';
import type { Category, Check, Importance, Ruleset } from '@sitegrade/core/checks';
import { remarks } from './remarks.ts';

/** The categories, as reports name them, and what their checks are about. */
const categories: readonly (readonly [Category, name: string, about: string])[] = [
  [
    'seo',
    'Search',
    'indexing, robots.txt, sitemaps, titles and descriptions, canonical links, languages, text, links, structured data, previews, AI search',
  ],
  [
    'accessibility',
    'Accessibility',
    'alternative texts, names and labels of controls, ARIA, headings, landmarks, lists, tables, language, zoom',
  ],
  [
    'performance',
    'Performance',
    'compression, caching, weight, images, what delays the first view, speed in a browser',
  ],
  [
    'security',
    'Security',
    'https, certificate, response headers, cookies, known vulnerabilities, trackers',
  ],
  ['miscellaneous', 'Miscellaneous', 'what is left: encoding, doctype, icon, frames, legal links'],
];

const scoreText = `## Score

A score starts at 100, and every finding deducts points: the number after its importance for a failure, half of
it for a warning. A check that counts, such as images, deducts by the share that has a fault: 5 % of the number for 1 of
50, 44 % for a third, 59 % for half. A check that passes, does not apply or could not be
evaluated deducts nothing.

- Findings of low importance are sorted by size; each deducts nine tenths of what it would one place earlier.
- Within a family, such as \`canonical\`, the largest deduction counts in full and the others a quarter. All of
  them together deduct at most what the check marked “at most” does, which reports that there is none.
- If checks could not be evaluated, the deductions are divided by the share that could, at least a half.
- The score is rounded down, and the gates at the end of this page cap it. From 80 the result is good, from 50
  decent.
- A category’s score starts at 100, too, and each finding deducts 2.75 times as much, as a category has fewer checks;
  warnings deduct 15 together at most. Beyond 33 points, each finding takes a share of what is left, so that a category
  in which something is right is not worth nothing. If the content of the page was not seen, its categories have no score.

A report is partial if a gate says so, or if less than 80% of the checks that apply could be evaluated, by
weight. If the server did not show the page (\`page-served\`), only checks about the site apply, such as those of the
connection, robots.txt and sitemaps. [scores-on-real-pages.md](scores-on-real-pages.md) shows scores of real pages,
[adr/0009-scores-deduct.md](adr/0009-scores-deduct.md) the reasons.`;

const sourcesText = `The rule of each check has a public source. Remarks state what a check adds to it, such as
limits, lists and exceptions, and whose they are. Many limits are [options](#options).`;

/** The catalogue of a ruleset's checks, as Markdown. */
export function catalogueOf({ version, checks }: Ruleset): string {
  const parts = categories.flatMap(([category, name]) => {
    const ofCategory = checks.filter((check) => check.category === category);
    return ofCategory.length === 0 ? [] : [sectionOf(name, ofCategory)];
  });
  const withOptions = checks.filter(({ options }) => options !== undefined);
  const gated = checks.filter(({ gate }) => gate !== undefined);
  return [
    '# Checks',
    'Generated from the checks by `npm run tool -- docs-checks`; a test compares both.',
    `Ruleset ${version}: ${checks.length} checks. [api.md](api.md) describes the fields of a report.`,
    sourcesText,
    overviewOf(checks),
    scoreText,
    ...parts,
    '## Options',
    "Numbers that a ruleset can change: `extendRuleset(defaultRuleset, { version: 'acme-1', options: { 'title-length': { max: 70 } } })`.",
    table(
      ['Check', 'Option', 'Default', 'Allowed', 'What it decides'],
      withOptions.flatMap(({ id, options = {} }) =>
        Object.entries(options).map(([name, option]) => [
          `\`${id}\``,
          `\`${name}\``,
          `${number(option.default)} ${option.unit}`,
          `${number(option.min)} to ${number(option.max)}`,
          option.description,
        ]),
      ),
    ),
    '## Gates',
    'A gate caps the score for findings that no other result can make up for.',
    table(
      ['Check', 'Highest score', 'Triggered by', 'Reason'],
      gated.map(({ id, gate }) => [
        `\`${id}\``,
        String(gate?.cap),
        gate?.triggeredBy === 'warn' ? 'a warning or a failure' : 'a failure',
        (gate?.reason ?? '') +
          (gate?.indexability ? ' Ignored with `expectIndexable: false`, for staging sites.' : ''),
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

/** How many checks of each importance a category has, and a link to its table. */
function overviewOf(checks: readonly Check[]): string {
  const importances = Object.keys(weights) as Importance[];
  const counts = (group: readonly Check[]) =>
    [
      group,
      ...importances.map((level) => group.filter(({ importance }) => importance === level)),
    ].map(({ length }) => number(length));
  return table(
    ['Category', 'In the API', 'Checks', ...importances, 'About'],
    categories.map(([category, name, about]) => [
      `[${name}](#${name.toLowerCase()})`,
      `\`${category}\``,
      ...counts(checks.filter((check) => check.category === category)),
      about,
    ]),
  );
}

function sectionOf(name: string, checks: readonly Check[]): string {
  return [
    `## ${name}`,
    table(
      [
        'Check',
        'Importance',
        'Family',
        'Rule',
        'Why it matters',
        'How to fix it',
        'Remarks',
        'Source',
      ],
      checks.map(({ id, importance, family = '', capsFamily, title, why = '', advice, source }) => [
        `\`${id}\``,
        weightText(importance),
        capsFamily ? `${family} (at most)` : family,
        title,
        why,
        advice,
        remarks.get(id) ?? '',
        `[${new URL(source).host}](${source})`,
      ]),
    ),
  ].join('\n\n');
}

/** An importance with the number that a failure deducts: `high (12)`. */
export function weightText(importance: Importance): string {
  return `${importance} (${weights[importance]})`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Escapes tags and pipes, so that they are text and not HTML or a cell border. */
function escaped(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}
