import type { Evidence, Outcome } from '../../outcome.ts';
import type { SecretFact } from '../../page/page-facts.ts';
import { maxEvidence, namesText, shortList } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/**
 * The source of the page contains no secret. Only keys that the format of a service identifies count, and
 * only their first characters are reported: reports can be shared.
 *
 * @remarks The formats of keys are from the services that issue them.
 */
export const exposedSecrets: Check = {
  id: 'exposed-secrets',
  category: 'security',
  importance: 'high',
  reads: 'source',
  title: 'Secret keys stay out of the source of the page',
  advice:
    'Revoke the key at the service that issued it: removing it from the page is not enough, because copies of the page keep it. Then load the new key on the server only.',
  why: 'Anyone can read the source of the page, copy the key, and use the service in your name and at your expense.',
  source: 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
  run: ({ page: { secrets } }): Outcome => {
    if (secrets.length === 0) {
      return { status: 'pass', summary: 'Secret keys in the source of the page: none found.' };
    }
    const kinds = [...new Set(secrets.map(({ kind }) => kind))];
    const summary =
      secrets.length === 1
        ? `The source of the page contains what has the format of a secret: ${kinds[0]}.`
        : `The source of the page contains ${secrets.length} texts with the format of a secret: ${namesText(kinds)}.`;
    return {
      status: 'fail',
      summary,
      value: shortList(secrets.map(({ kind, line }) => `${kind}, line ${line}`)),
      evidence: secrets.slice(0, maxEvidence).map(secretEvidence),
    };
  },
};

function secretEvidence({ shown, line, column }: SecretFact): Evidence {
  return { kind: 'html', text: `${shown}…`, line, column };
}
