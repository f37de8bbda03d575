import { siteRules } from '../../packages/core/src/site-issues/rules/index.ts';
import { table, weightText } from './catalogue-of.ts';

/** The catalogue of the issues across pages, as Markdown. */
export function siteIssueCatalogue(): string {
  return [
    '# Issues across pages',
    'Generated from the rules by `npm run tool -- docs-checks`; a test compares both.',
    `${siteRules.length} rules compare the pages of a website: at the end of a crawl, and for the latest report of each URL. What they cannot decide is \`unknown\`, with the reason. The number after the importance is what an issue deducts from the score of the site if it affects all pages: [adr/0017-crawls.md](adr/0017-crawls.md) has the reasons.`,
    table(
      ['Issue', 'Importance', 'Rule', 'Why it matters', 'How to fix it', 'Source'],
      siteRules.map(({ id, importance, title, why, advice, source }) => [
        `\`${id}\``,
        weightText(importance),
        title,
        why,
        advice,
        `[${new URL(source).host}](${source})`,
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}
