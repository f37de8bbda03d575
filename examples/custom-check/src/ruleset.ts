import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import { hasImprint } from './has-imprint.ts';

/** Ours, with one check more, one that we do not want, and one that matters more to us. */
export const ruleset = extendRuleset(defaultRuleset, {
  version: 'acme-1',
  add: [hasImprint],
  drop: ['favicon'],
  importance: { lang: 'high' },
});
