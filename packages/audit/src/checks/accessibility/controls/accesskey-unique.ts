import type { KeyboardFact } from '../../../page/page-facts.ts';
import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Each access key leads to one element. */
export const accesskeyUnique: Check = {
  id: 'accesskey-unique',
  category: 'accessibility',
  importance: 'info',
  title: 'Each access key leads to one element',
  advice:
    'Give each accesskey to one element only, or remove the attribute: browsers and screen readers use many of these keys themselves.',
  why: 'A key that is used twice may reach only one of its targets, and people who rely on it miss the other.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/accesskeys',
  run: ({ page }) => {
    const byKey = new Map<string, KeyboardFact[]>();
    for (const fact of page.keyboard) {
      const key = keyOf(fact);
      if (key === '' || fact.hidden !== 'no') continue;
      const all = byKey.get(key);
      if (all) all.push(fact);
      else byKey.set(key, [fact]);
    }
    const repeated = [...byKey].filter(([, facts]) => facts.length > 1);
    return faultsOutcome(byKey.size, repeated, {
      none: 'The page has no access keys.',
      fault: 'Access keys that several elements have',
      summary: (count, all) =>
        `${count} of ${all} access ${all === 1 ? 'key' : 'keys'} ${count === 1 ? 'leads' : 'lead'} to several elements.`,
      value: { keys: byKey.size, repeated: shortList(repeated.map(([key]) => key)) },
      evidence: () => tagsEvidence(repeated.flatMap(([, facts]) => facts)),
    });
  },
};

/** The first key of the list, which browsers try first; case does not matter. */
function keyOf({ accesskey }: KeyboardFact): string {
  return (
    accesskey
      ?.trim()
      .split(/[\t\n\f\r ]+/, 1)[0]
      ?.toLowerCase() ?? ''
  );
}
