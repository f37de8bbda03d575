import { decodePercent, keyPatterns, redactParameters } from './secret-parameters.ts';

/**
 * Takes user names and passwords out of the URLs in a text: `http://user:pass@host` and
 * `postgres://user:pass@host`, also where the password is not encoded as a URL would have it.
 */
function withoutUserinfo(text: string, mark: string): string {
  if (!text.includes('@')) return text;
  return text.replace(/[^\s"'<>`]+/g, (word) => {
    const at = word.lastIndexOf('@');
    if (at === -1) return word;
    const start = userinfoStart(word, at);
    return start === undefined ? word : word.slice(0, start) + mark + word.slice(at);
  });
}

/** Where the user name begins that ends at the last `@`; `undefined` where there is none. */
function userinfoStart(word: string, at: number): number | undefined {
  let slashes = word.indexOf('://');
  if (slashes === -1) {
    // `user:pass@host`, as connection strings go without a scheme, and no path such as `C:\x\@scope`.
    const before = word.slice(0, at);
    if (/^mailto:|^\(?[a-z]:\\.*\\$/i.test(before)) return undefined;
    return /^[^:@/]+:/.test(before) ? 0 : undefined;
  }
  while (slashes !== -1 && slashes < at) {
    const start = slashes + 3;
    const end = word.slice(start).search(/[/?#]/);
    const authority = end === -1 ? word.slice(start) : word.slice(start, start + end);
    // A colon may be a port, but also a password with a slash in it: better hide too much.
    if (/[@:]/.test(authority)) return start;
    slashes = word.indexOf('://', start);
  }
  return undefined;
}

const mark = '[redacted]';

/** The longest text that is logged, in characters. */
const maxLength = 2_000;
/** The longest text that is looked through. */
const maxRead = 131_072;
/** How much of a secret may be left, unrecognised, where a longer text is cut. */
const maxHalved = 65_536;

/** A quoted text, also one that is quoted within another. */
const quoted = [
  String.raw`(?<escaped>\\+["'])[\s\S]*?(?:(?<!\\)\k<escaped>|$)`,
  String.raw`"(?:[^"\\]|\\[\s\S])*"?`,
  String.raw`'(?:[^'\\]|\\[\s\S])*'?`,
].join('|');

const headers = '(?:proxy-)?authorization|(?:set-)?cookie2?|x-api-key|x-auth-token';
const names = [
  'passw(?:or)?d',
  'passphrase',
  'pwd',
  'secret',
  'credential',
  'token',
  'session',
  'api[-_]?key',
  'access[-_]?key',
  'private[-_]?key',
].join('|');

/** Each with what is kept of a match, which is its first group. */
const patterns: readonly RegExp[] = [
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[\s\S]*?(?:-----END [A-Z ]{0,40}-----|$)/g,
  // As members of JSON, and as two neighbours of Node's `rawHeaders`.
  new RegExp(String.raw`((?:${headers})\\*["']\s*[:=,]\s*)(?:${quoted}|[^\r\n]+)`, 'gi'),
  new RegExp(String.raw`((?:${names})\w{0,20}\\*["']\s*:\s*)(?:${quoted}|[^\r\n]+)`, 'gi'),
  // As a line: nobody knows where the value ends, which may have quotes in it, before the line does.
  new RegExp(String.raw`((?:${headers})\s*[:=]\s*)[^\r\n]+`, 'gi'),
  new RegExp(String.raw`((?:${names})\w{0,20}\s*(?::|=>)\s*)[^\r\n]+`, 'gi'),
  // In a form, a query and a connection string.
  new RegExp(String.raw`((?:${names})\w{0,20}\\*["']?\s*=\s*)(?:${quoted}|[^\s&]+)`, 'gi'),
  /(\b(?:bearer|basic)(?:\s|%20|\+)+)(?!(?:token|auth\w{0,20})(?:[\s.,;)]|$))[^\s"',;]+/gi,
  ...keyPatterns,
  // Hashes of passwords as scrypt, argon2 and bcrypt write them.
  /()\$(?:scrypt|argon2[a-z]{0,2}|2[abxy])\$[^\s"']+/g,
];

/** Most texts are such, a path for one: in these letters a secret can only be a key of a known form. */
const plain = /^[\w./-]{0,200}$/;

/**
 * Makes a text fit for a log: one line, at most 2,000 characters, and nothing in it that opens a door.
 * API keys, tokens, passwords, cookies and the credentials in URLs become `[redacted]`, whether they
 * are told by what they look like, by the name before them, or because they are among `known`.
 * Whatever could break a line or colour a terminal is escaped.
 *
 * @param known Secrets that could be in the text, such as those of the request at hand.
 */
export function redact(text: string, known: readonly string[] = []): string {
  if (isHarmless(text, known)) return text;
  const written = [...new Set(known.flatMap(spellings))];
  // The longest first: one that holds another must not leave its rest.
  written.sort((one, other) => other.length - one.length);
  const whole = text.length <= maxRead;
  const read = whole ? text : text.slice(0, maxRead);
  const clean = withoutEncoded(withoutSecrets(read, written), written);
  const sure = whole ? clean : clean.slice(0, -maxHalved);
  const cut = whole && sure.length <= maxLength ? sure : `${sure.slice(0, maxLength)}…`;
  return escapeUnprintable(cut);
}

/** Told at little cost, since every request asks. A known secret in plain letters has one spelling. */
function isHarmless(text: string, known: readonly string[]): boolean {
  if (!plain.test(text) || keyPatterns.some((key) => text.search(key) !== -1)) return false;
  return !known.some((secret) => text.includes(secret));
}

function withoutSecrets(text: string, known: readonly string[]): string {
  let clean = text;
  for (const secret of known) clean = clean.replaceAll(secret, mark);
  for (const pattern of patterns) clean = clean.replace(pattern, `$1${mark}`);
  return withoutUserinfo(redactParameters(clean), mark);
}

/** A secret within a word that is percent-encoded, such as a URL in the query of another. */
function withoutEncoded(text: string, known: readonly string[]): string {
  return text.replace(/[^\s"']+/g, (word) => {
    let decoded = word;
    for (let round = 0; round < 3 && /%[0-9a-f]{2}/i.test(decoded); round += 1) {
      decoded = decodePercent(decoded);
      if (withoutSecrets(decoded, known) !== decoded) return mark;
    }
    return word;
  });
}

/** As it is, in a URL, in a form, in JSON and in JSON within JSON. */
function spellings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    form,
    json,
    JSON.stringify(json).slice(1, -1),
  ];
}

/** Control and format characters, line and paragraph separators, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes what a log must not be made to do by strangers: to begin a line, to move a cursor, to write
 * from right to left.
 */
function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
