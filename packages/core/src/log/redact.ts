import { decodePercent, keyPatterns, redactParameters } from './secret-parameters.ts';

/**
 * Redacts user names and passwords in the URLs of a text: `http://user:pass@host` and
 * `postgres://user:pass@host`, also if the password is not percent-encoded.
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

/** The start of the userinfo before the last `@`; `undefined` if there is none. */
function userinfoStart(word: string, at: number): number | undefined {
  let slashes = word.indexOf('://');
  if (slashes === -1) {
    // `user:pass@host`, as in connection strings without a scheme, but not a path such as `C:\x\@scope`.
    const before = word.slice(0, at);
    if (/^mailto:|^\(?[a-z]:\\.*\\$/i.test(before)) return undefined;
    return /^[^:@/]+:/.test(before) ? 0 : undefined;
  }
  while (slashes !== -1 && slashes < at) {
    const start = slashes + 3;
    const end = word.slice(start).search(/[/?#]/);
    const authority = end === -1 ? word.slice(start) : word.slice(start, start + end);
    // A colon can precede a port, or a password that contains a slash: redact in both cases.
    if (/[@:]/.test(authority)) return start;
    slashes = word.indexOf('://', start);
  }
  return undefined;
}

const mark = '[redacted]';

/** Longer texts are cut, in characters. */
const maxLength = 2_000;
/** Only the beginning of longer texts is searched for secrets. */
const maxRead = 131_072;
/** The end of the searched part is omitted, because a secret there may be cut and not recognised. */
const uncertainEnd = 65_536;

/** A quoted string, including one inside another quoted string. */
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

/** The first group of a match is kept; the rest is redacted. */
const patterns: readonly RegExp[] = [
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[\s\S]*?(?:-----END [A-Z ]{0,40}-----|$)/g,
  // Members of JSON, and consecutive entries of Node's `rawHeaders`.
  new RegExp(String.raw`((?:${headers})\\*["']\s*[:=,]\s*)(?:${quoted}|[^\r\n]+)`, 'gi'),
  new RegExp(String.raw`((?:${names})\w{0,20}\\*["']\s*:\s*)(?:${quoted}|[^\r\n]+)`, 'gi'),
  // A line: the value can contain quotes, so it is redacted up to the end of the line.
  new RegExp(String.raw`((?:${headers})\s*[:=]\s*)[^\r\n]+`, 'gi'),
  new RegExp(String.raw`((?:${names})\w{0,20}\s*(?::|=>)\s*)[^\r\n]+`, 'gi'),
  // Forms, queries and connection strings.
  new RegExp(String.raw`((?:${names})\w{0,20}\\*["']?\s*=\s*)(?:${quoted}|[^\s&]+)`, 'gi'),
  /(\b(?:bearer|basic)(?:\s|%20|\+)+)(?!(?:token|auth\w{0,20})(?:[\s.,;)]|$))[^\s"',;]+/gi,
  ...keyPatterns,
  // Password hashes of scrypt, argon2 and bcrypt.
  /()\$(?:scrypt|argon2[a-z]{0,2}|2[abxy])\$[^\s"']+/g,
];

/** Most texts match this, such as paths. Their only possible secrets are keys of a known format. */
const plain = /^[\w./-]{0,200}$/;

/**
 * Prepares a text for a log: one line, at most 2,000 characters, without secrets. API keys, tokens,
 * passwords, cookies and the credentials in URLs are replaced by `[redacted]`. They are recognised by their
 * format, by the name before them, or because they are in `known`. Line breaks and control characters are
 * escaped.
 *
 * @param known - Secrets that could occur in the text, such as those of the current request.
 */
export function redact(text: string, known: readonly string[] = []): string {
  if (isHarmless(text, known)) return text;
  const written = [...new Set(known.flatMap(spellings))];
  // Longest first: a secret that contains another one must be redacted completely.
  written.sort((a, b) => b.length - a.length);
  const isComplete = text.length <= maxRead;
  const read = isComplete ? text : text.slice(0, maxRead);
  const clean = withoutEncoded(withoutSecrets(read, written), written);
  const safe = isComplete ? clean : clean.slice(0, -uncertainEnd);
  const cut = isComplete && safe.length <= maxLength ? safe : `${safe.slice(0, maxLength)}…`;
  return escapeUnprintable(cut);
}

/** A fast check for every request. In plain characters, a known secret has only one spelling. */
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

/** Redacts words with a percent-encoded secret, such as a URL in the query of another URL. */
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

/** The forms of a secret: plain, in a URL, in a form, in JSON and in nested JSON. */
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
 * Escapes characters that would let untrusted input begin a line, move the cursor or change the writing
 * direction of a log.
 */
function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
