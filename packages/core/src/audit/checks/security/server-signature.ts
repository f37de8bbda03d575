import type { Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { shortList } from '../short-list.ts';
import { headerLines } from './response-headers.ts';

/** Headers in which software names itself. */
const names = ['Server', 'X-Powered-By'] as const;

/** Headers that hold nothing but a version. */
const versionNames = ['X-AspNet-Version', 'X-AspNetMvc-Version'] as const;

/** A name and a number with a dot: `nginx/1.18.0`, `PHP 8.1`. Of `Apache/2` nobody learns much. */
const version = /(?:^|[^\w.])(?!https?\/)[a-z][\w.+-]{0,50}[/ ]v?\d{1,9}\.\d/i;

/** The server does not tell which known weaknesses it may have. */
export const serverSignature: Check = {
  id: 'server-signature',
  category: 'security',
  importance: 'low',
  title: 'Headers do not give away versions of software',
  advice:
    'Leave the version out of the quoted headers: server_tokens off in nginx, ServerTokens Prod in Apache, expose_php = Off in PHP.',
  source: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html#server',
  run: (facts): Outcome => {
    const all = (name: string) => headerLines(facts, name).map((line) => ({ name, line }));
    const telling = [
      ...names.flatMap(all).filter(({ line }) => version.test(line)),
      ...versionNames.flatMap(all).filter(({ line }) => /^\s*\d/.test(line)),
    ];
    const value = shortList(telling.map(({ line }) => line));
    const [first] = telling;
    if (first === undefined) {
      return { status: 'pass', summary: 'The headers give away no version of software.', value };
    }
    const [quoted = ''] = value;
    return {
      status: 'warn',
      summary: `The header ${first.name} gives away a version: ${quoted}`,
      value,
      evidence: telling.map(({ name, line }) => headerEvidence(name, line)),
    };
  },
};
