import type { AuditFacts } from '../audit-facts.ts';
import { headerLines } from './response-headers.ts';

/**
 * Whether the page turns a feature off for itself and its frames, as `unload=()` does
 * (https://www.w3.org/TR/permissions-policy/#permissions-policy-http-header-field).
 *
 * @param feature - The name of the feature, in lower case.
 */
export function isTurnedOff(facts: Pick<AuditFacts, 'response'>, feature: string): boolean {
  return headerLines(facts, 'permissions-policy')
    .flatMap((line) => line.split(',', 200))
    .some((entry) => {
      const [name = '', list = ''] = entry.split('=', 2);
      return name.trim() === feature && /^\(\s*\)$/.test(list.trim());
    });
}
