import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import { hasImprint } from './has-imprint.ts';

/** The built-in checks with one added, one removed, and one of higher importance. */
export const ruleset = extendRuleset(defaultRuleset, {
  version: 'acme-1',
  add: [hasImprint],
  drop: ['favicon'],
  importance: { lang: 'high' },
});
