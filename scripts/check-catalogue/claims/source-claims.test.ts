import { defaultRuleset } from '@sitegrade/core/checks';
import { expect, it } from 'vitest';
import { accessibilityClaims } from './accessibility-claims.ts';
import { contentClaims } from './content-claims.ts';
import { indexingClaims } from './indexing-claims.ts';
import { renderedClaims } from './rendered-claims.ts';
import { sourceClaims } from './source-claims.ts';
import { structuredDataClaims } from './structured-data-claims.ts';
import { technicalClaims } from './technical-claims.ts';

const { checks } = defaultRuleset;

it('has one claim for each check, and none for others', () => {
  const lists = [
    indexingClaims,
    contentClaims,
    structuredDataClaims,
    accessibilityClaims,
    technicalClaims,
    renderedClaims,
  ];
  const ids = lists.flatMap((list) => Object.keys(list));
  expect(ids.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
});

it.each(checks.map((check) => [check.id, check] as const))(
  'was compared with the source of %s, and says so in a sentence',
  (id, check) => {
    const found = sourceClaims[id];
    // A new source has to be compared with the check before it is written down.
    expect(found?.source).toBe(check.source);
    for (const sentence of [
      found?.claim ?? '',
      ...(found?.ours === undefined ? [] : [found.ours]),
    ]) {
      expect(sentence).toMatch(/^[^\n]{10,220}\.$/);
    }
  },
);

const defaults = checks.flatMap(({ id, options = {} }) =>
  Object.entries(options).map(([option, { default: value }]) => ({ id, option, value })),
);

it.each(defaults)('states $option of $id, with the source or as ours', ({ id, value }) => {
  const { claim = '', ours = '' } = sourceClaims[id] ?? {};
  const written = [value, value / 1000, value / 1_000_000, value / 1024].map((each) =>
    each.toLocaleString('en'),
  );
  const numbers = `${claim} ${ours}`.match(/\d[\d,]*/g) ?? [];
  expect(numbers.some((number) => written.includes(number))).toBe(true);
});
