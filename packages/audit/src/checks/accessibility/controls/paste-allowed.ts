import type { ControlFact } from '../../../page/page-facts.ts';
import { autofillFieldOf } from '../../../readings/autofill-tokens.ts';
import { attributeEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import type { Check } from '../../check.ts';

/** Visitors can paste passwords and email addresses, as password managers do. */
export const pasteAllowed: Check = {
  id: 'paste-allowed',
  category: 'accessibility',
  importance: 'medium',
  title: 'Visitors can paste passwords and email addresses',
  advice:
    'Remove the onpaste attribute that blocks pasting: password managers and people who cannot type well need it.',
  why: 'People with password managers, or for whom typing is hard, may be unable to log in.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/accessible-authentication-minimum.html',
  run: ({ page }) => {
    const fields = page.controls.filter((field) => isCredential(field) && field.hidden === 'no');
    if (fields.length === 0) {
      return { status: 'na', summary: 'The page has no field for a password or an email address.' };
    }
    const blocked = fields.filter(isBlocked);
    const value = { fields: fields.length, blocked: blocked.length };
    if (blocked.length === 0) {
      const summary = `Password and email fields that block pasting: 0 of ${fields.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `${blocked.length} of ${fields.length} password and email ${fields.length === 1 ? 'field' : 'fields'} ${blocked.length === 1 ? 'blocks' : 'block'} pasting.`,
      value,
      evidence: blocked.map((field) => attributeEvidence(field, 'onpaste', field.onpaste)),
      points: pointsOfShare(blocked.length, fields.length),
    };
  },
};

const credentials = new Set([
  'email',
  'username',
  'current-password',
  'new-password',
  'one-time-code',
]);

function isCredential({ element, type, autocomplete, disabled }: ControlFact): boolean {
  if (element !== 'input' || disabled) return false;
  if (type === 'password' || type === 'email') return true;
  const field = autocomplete === null ? null : autofillFieldOf(autocomplete);
  return (type === 'text' || type === 'tel') && field !== null && credentials.has(field);
}

/** Handlers that do nothing but block, without spaces: any other may decide by what is pasted. */
const blocking =
  /^(?:javascript:)?(?:(?:window\.)?event\.preventdefault\(\);?(?:returnfalse;?)?|returnfalse;?)$/;

function isBlocked(field: ControlFact): field is ControlFact & { onpaste: string } {
  return blocking.test(field.onpaste?.replace(/\s+/g, '').toLowerCase() ?? '');
}
