import type { Category, Check, Importance, Ruleset } from '@sitegrade/core/checks';

const categories: readonly (readonly [Category, string])[] = [
  ['seo', 'SEO'],
  ['performance', 'Performance'],
  ['security', 'Security'],
  ['miscellaneous', 'Miscellaneous'],
];

const weights: Readonly<Record<Importance, string>> = {
  high: 'high (10)',
  medium: 'medium (5)',
  low: 'low (2)',
  info: 'info (0)',
};

/** The catalogue of a ruleset's checks, as Markdown. */
export function catalogueOf({ version, checks }: Ruleset): string {
  const parts = categories.flatMap(([category, name]) => {
    const own = checks.filter((check) => check.category === category);
    return own.length === 0 ? [] : [sectionOf(name, own)];
  });
  const gated = checks.filter(({ gate }) => gate !== undefined);
  return [
    '# Checks',
    'Made from the checks themselves by `npm run docs:checks`; a test keeps it true.',
    `Ruleset ${version}: ${checks.length} checks. The score is the share of weight earned among the checks that apply and could be evaluated, rounded down; a check that weighs nothing informs and does not count. [api.md](api.md) says how a report shows it.`,
    ...parts,
    '## Gates',
    'Findings that no other merit makes up for: behind a gate, the score is capped.',
    table(
      ['Check', 'Highest score', 'Closes on', 'Reason'],
      gated.map(({ id, gate }) => [
        `\`${id}\``,
        String(gate?.cap),
        gate?.closesOn === 'warn' ? 'a warning or a failure' : 'a failure',
        (gate?.reason ?? '') +
          (gate?.indexability ? ' Lifted by `expectIndexable: false`, for staging sites.' : ''),
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionOf(name: string, checks: readonly Check[]): string {
  return [
    `## ${name}`,
    table(
      ['Check', 'Importance', 'Rule', 'How to mend it', 'Source'],
      checks.map(({ id, importance, title, advice, source }) => [
        `\`${id}\``,
        weights[importance],
        title,
        advice,
        `[${new URL(source).host}](${source})`,
      ]),
    ),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Tags and pipes in a text are neither HTML nor the edge of a cell. */
function escaped(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}
