import type { Outcome } from '../../outcome.ts';
import { headerEvidence, shortList } from '../../readings/evidence.ts';
import { headerLines } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** Headers in which software names itself. */
const names = ['Server', 'X-Powered-By'] as const;

/** Headers that contain only a version. */
const versionNames = ['X-AspNet-Version', 'X-AspNetMvc-Version'] as const;

/** A name and a number with a dot: `nginx/1.18.0`, `PHP 8.1`. `Apache/2` reveals little. */
const version = /(?:^|[^\w.])(?!https?\/)[a-z][\w.+-]{0,50}[/ ]v?\d{1,9}\.\d/i;

/**
 * The server does not reveal which known vulnerabilities it may have.
 *
 * @remarks That only versions count is ours.
 */
export const serverSignature: Check = {
  id: 'server-signature',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'Headers omit the versions of software',
  advice:
    'Remove the version from the quoted headers: server_tokens off in nginx, ServerTokens Prod in Apache, expose_php = Off in PHP.',
  why: 'Version numbers help attackers find servers whose software has known weaknesses.',
  source: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html#server',
  run: (facts): Outcome => {
    const all = (name: string) => headerLines(facts, name).map((line) => ({ name, line }));
    const revealing = [
      ...names.flatMap(all).filter(({ line }) => version.test(line)),
      ...versionNames.flatMap(all).filter(({ line }) => /^\s*\d/.test(line)),
    ];
    const value = shortList(revealing.map(({ line }) => line));
    const [first] = revealing;
    if (first === undefined) {
      return {
        status: 'pass',
        summary: 'No version was found in the Server and X-Powered-By headers.',
        value,
      };
    }
    const [quoted = ''] = value;
    return {
      status: 'warn',
      summary: `The header ${first.name} reveals a version: ${quoted}`,
      value,
      evidence: revealing.map(({ name, line }) => headerEvidence(name, line)),
    };
  },
};
