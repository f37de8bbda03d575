import type { Mutant } from '../mutant.ts';
import { inFile } from './in-file.ts';

const core = 'packages/core/src/';
const log = `${core}log/`;
const express = 'packages/adapter-express/src/';
const standalone = 'examples/standalone-express/src/';
const secret = 'the log never holds a secret';

/** What keeps secrets and forged lines out of the host's log. */
export const logMutants: readonly Mutant[] = [
  ...inFile(`${core}http/request-log.ts`, express, [
    ['log: no query', "url.split('?', 1)[0] ?? ''", 'url', 'on-memory', 'the log'],
    [
      'log: a path may hold a key',
      "path: clean(url.split('?', 1)[0] ?? ''),",
      "path: url.split('?', 1)[0] ?? '',",
      'on-memory',
      secret,
    ],
    [
      'log: the secrets of the headers are known',
      '...headerSecrets(incoming), ',
      '',
      'on-memory',
      secret,
    ],
    ['log: the secrets of the body are known', ', ...bodySecrets]', ']', 'on-memory', secret],
    [
      'log: an owner’s id may hold what breaks a line',
      'ownerId: clean(ownerId)',
      'ownerId',
      'on-memory',
      'the log',
    ],
    [
      'log: a client who went away is nobody’s fault',
      'if (signal?.aborted && error === signal.reason) return {};',
      '',
      'on-memory',
      'the log',
    ],
    ['log: a client who went away is said', '{ aborted: true }', '{}', 'on-memory', 'the log'],
    ['log: failures are errors', 'if (failed)', 'if (false)', 'on-memory', 'the log'],
    [
      'log: one that fails costs nobody the answer',
      '    // There is nobody left to tell.\n',
      "    throw new Error('The logger fails.');\n",
      'sitegrade-router',
    ],
    [
      'log: what callers are not told is there',
      '...(!told && { err: errorRecord(error, secrets) }),',
      '',
      'on-memory',
      'the log',
    ],
  ]),
  ...inFile(`${core}http/request/known-secrets.ts`, express, [
    ['log: cookies are secrets', "sentValues(incoming, 'cookie')", '[]', 'on-memory', secret],
    [
      'log: a password of the Basic scheme is a secret',
      ', ...basicPassword(token)',
      '',
      'on-memory',
      'a login of the host that fails',
    ],
    ['log: a password in the body is a secret', '...passwords, ', '', 'on-memory', secret],
    [
      'log: what the query of a URL looks secret for is a secret',
      ", ...textsOf('url').flatMap(secretValues)",
      '',
      'on-memory',
      'what the query of a URL',
    ],
  ]),
  ...inFile(`${log}error-record.ts`, log, [
    [
      'log: causes are redacted',
      'recordOf(error, known, depth - 1);',
      'error as ErrorRecord;',
      'error-record',
    ],
    [
      'log: causes that go round in a circle end',
      'cause !== null && depth > 1',
      'cause !== null && depth > -99',
      'error-record',
      'in a circle',
    ],
    ['log: a stack is redacted', '.map((line) => redact(line, known))', '', 'error-record'],
    [
      'log: what a message says is no frame',
      '(end === -1 ? stack : stack.slice(end + message.length))',
      'stack',
      'error-record',
      'no line that a message made up',
    ],
    ['log: a message is redacted', 'message: redact(message, known),', 'message,', 'error-record'],
  ]),
  ...inFile(`${log}error-record.ts`, express, [
    [
      'log: causes hold no known secret',
      'recordOf(error, known, depth - 1);',
      'recordOf(error, [], depth - 1);',
      'on-memory',
      secret,
    ],
  ]),
  ...inFile(`${log}redact.ts`, log, [
    [
      'log: one line',
      'return escapeUnprintable(cut);',
      'return cut;',
      'redact',
      'makes one line of anything',
    ],
    [
      'log: known secrets, the longest first',
      'written.sort((one, other) => other.length - one.length);',
      'written.sort((one, other) => one.length - other.length);',
      'redact',
    ],
    [
      'log: known secrets in every spelling',
      'known.flatMap(spellings)',
      'known',
      'redact',
      'in every spelling',
    ],
    [
      'log: secrets within what is percent-encoded',
      'withoutEncoded(withoutSecrets(read, written), written)',
      'withoutSecrets(read, written)',
      'redact',
    ],
    [
      'log: credentials in URLs',
      'return withoutUserinfo(redactParameters(clean), mark);',
      'return redactParameters(clean);',
      'redact',
      'the credentials in URLs',
    ],
  ]),
  ...inFile(`${log}redact.ts`, log, [
    [
      'log: parameters of URLs that look secret',
      'redactParameters(clean), mark',
      'clean, mark',
      'secret-parameters',
      'a text with URLs',
    ],
  ]),
  ...inFile(`${log}secret-parameters.ts`, log, [
    [
      'log: names that are encoded',
      'return decodings(raw).some((name)',
      'return [raw].some((name)',
      'secret-parameters',
    ],
    [
      'log: a URL within a URL',
      'return decodings(value).some((text)',
      'return [value].some((text)',
      'secret-parameters',
      'a URL within a URL',
    ],
    [
      'log: keys in the path',
      '(holdsKey(part) ? mark : part)',
      'part',
      'secret-parameters',
      'keys of well-known forms',
    ],
    [
      'log: whoever writes a token does not choose how long it takes',
      String.raw`/((?<![\w-])(?=[\w-]+\.[\w-])[\w-]*?)\beyJ`,
      String.raw`/()\beyJ`,
      'redact',
      'comes to an end',
    ],
  ]),
  ...inFile(`${log}escape-unprintable.ts`, log, [
    [
      'log: nothing is written from right to left',
      String.raw`\p{Cf}`,
      '',
      'redact',
      'makes one line of anything',
    ],
  ]),
  ...inFile(`${standalone}run-keys-command.ts`, standalone, [
    [
      'keys: a revoked key is listed as revoked',
      "if (revokedAt) return 'revoked';",
      '',
      'run-keys-command',
    ],
    [
      'keys: an expired key is listed as expired',
      "expiresAt && expiresAt <= now ? 'expired' : 'works'",
      "'works'",
      'run-keys-command',
    ],
    [
      'keys: no name moves the cursor',
      'JSON.stringify(key.name),',
      'key.name,',
      'run-keys-command',
    ],
    [
      'keys: revoking does revoke',
      'await revokeApiKey(context, key.ownerId, id);',
      '',
      'run-keys-command',
    ],
  ]),
];
