import { readFileSync } from 'node:fs';
import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import { expect, it } from 'vitest';
import { catalogueOf } from './catalogue-of.ts';
import { siteIssueCatalogue } from './site-issue-catalogue.ts';

it('equals docs/checks.md: `npm run tool -- docs-checks` writes it', () => {
  const committed = readFileSync(new URL('../../docs/checks.md', import.meta.url), 'utf8');
  expect(committed).toBe(catalogueOf(defaultRuleset));
});

it('equals docs/site-issues.md', () => {
  const committed = readFileSync(new URL('../../docs/site-issues.md', import.meta.url), 'utf8');
  expect(committed).toBe(siteIssueCatalogue());
});

it('lists every check once, and escapes characters that would break the table', () => {
  const strange = extendRuleset(defaultRuleset, {
    version: 'x',
    add: [
      {
        id: 'strange',
        category: 'security',
        importance: 'low',
        family: 'canonical',
        title: 'A <b> | \n b',
        advice: 'Fix it.',
        why: 'It | matters.',
        source: 'https://example.com/a',
        run: () => ({ status: 'pass', summary: '' }),
      },
    ],
  });
  const catalogue = catalogueOf(strange);
  expect(catalogue).toContain(
    '| `strange` | low (1.5) | canonical | A &lt;b> \\| b | It \\| matters. | Fix it. |  | [example.com](https://example.com/a) |',
  );
  expect(catalogueOf({ version: 'x', checks: strange.checks.slice(-1) })).toContain(
    '| [Security](#security) | `security` | 1 | 0 | 0 | 1 | 0 |',
  );
  expect(catalogue).toContain(
    ' | The limit of 120 characters is ours: on 69 of 73 real pages every heading is shorter, as of 2026-11. | ',
  );
  expect(catalogue).toContain(
    ' | The tolerance of 1 % is ours: prices that differ by less may be rounded. The tolerance of half a star ',
  );
  for (const { id } of strange.checks) {
    expect(catalogue.split(`\n| \`${id}\` | `).length, id).toBeGreaterThan(1);
  }
});
