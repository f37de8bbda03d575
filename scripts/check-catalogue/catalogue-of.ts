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
    'Generated from the checks by `npm run docs:checks`; a test compares both.',
    `Ruleset ${version}: ${checks.length} checks. The score is the share of weight earned among the checks that apply and could be evaluated, rounded down. Checks with weight 0 are informational. [api.md](api.md) describes the fields of a report.`,
    ...parts,
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

function sectionOf(name: string, checks: readonly Check[]): string {
  return [
    `## ${name}`,
    table(
      ['Check', 'Importance', 'Rule', 'How to fix it', 'Source'],
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

/** Escapes tags and pipes, so that they are text and not HTML or a cell border. */
function escaped(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}
