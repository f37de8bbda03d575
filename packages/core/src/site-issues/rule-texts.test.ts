import { defaultRuleset } from '@sitegrade/audit/checks';
import { describe, expect, it } from 'vitest';
import { siteRules } from './rules/index.ts';

describe('the texts of a rule', () => {
  it.each(siteRules.map((rule) => [rule.id, rule] as const))('%s', (_, { title, advice, why }) => {
    expect(title).not.toMatch(/[.!]$/);
    // “Rule: No check fails” has to be read twice.
    expect(title).not.toMatch(/\b(?:no|not|none|never|nothing|cannot)\b/i);
    expect(advice).toMatch(/\.$/);
    expect(why).toMatch(/^\p{Lu}[^\n]*[^.]\.$/u);
    expect([why, why.length >= 60 && why.length <= 140]).toEqual([why, true]);
    expect(why.slice(0, -1)).not.toMatch(/[.!?](?: |$)/);
  });

  it('says why it matters in other words than any other', () => {
    const texts = [...siteRules, ...defaultRuleset.checks].flatMap((known) => [known.why]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
