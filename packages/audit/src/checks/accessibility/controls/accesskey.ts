import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * The page takes no keys from browsers and screen readers. Some sites document their access keys well, so the check has
 * no weight.
 */
export const accesskey: Check = {
  id: 'accesskey',
  category: 'accessibility',
  importance: 'info',
  title: 'The page has no access keys of its own',
  advice:
    'Remove accesskey attributes, unless visitors asked for them and a page explains them: they can override keys of browsers and screen readers.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/accesskey',
  run: ({ page }) => {
    const found = page.keyboard.filter(
      ({ accesskey: key, hidden }) => hidden === 'no' && key?.trim(),
    );
    const keys = shortList(new Set(found.map(({ accesskey: key }) => key?.trim() ?? '')));
    const value = { elements: found.length, keys };
    if (found.length === 0) {
      return { status: 'pass', summary: 'Elements with an accesskey: 0.', value };
    }
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'element has an accesskey' : 'elements have an accesskey'}: ${keys.slice(0, 5).join(', ')}.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};
