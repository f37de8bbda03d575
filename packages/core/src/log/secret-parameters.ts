const mark = '[redacted]';

/** Parts of names that are secrets wherever they stand: `accessToken`, `PHPSESSID`, `X-Amz-Signature`. */
const secretPart =
  /token|secret|passw|passphrase|passcode|signature|credential|session|sessid|jwt|hmac|saml|oauth|authorization|(?:api|access)[^a-z]?key|key(?![a-z])/;
/** Too short to look for within other words: `sig` is a word of `sv-sig`, and no part of `design`. */
const secretWord =
  /(?<![a-z])(?:auth|creds?|otp|pass|pin|psk|pwd?|sas|sid|sig|totp|verifier)(?![a-z])/;
/** Only as the whole name: a `zip_code` is no secret. */
const secretName =
  /^(?:assertion|ticket|(?:(?:access|auth|device|login|reset|security|user|verification)[^a-z]?)?code)$/;

/** Keys and tokens of well-known services, each with a beginning of its own. */
const keyForms: readonly string[] = [
  // AWS, Google.
  '(?:AKIA|ASIA)[0-9A-Z]{16}',
  String.raw`AIza[\w-]{30,}`,
  String.raw`ya29\.[\w-]{16,}`,
  // GitHub, GitLab, npm.
  'gh[a-z]_[0-9A-Za-z]{30,}',
  String.raw`github_pat_\w{30,}`,
  String.raw`glpat-[\w-]{16,}`,
  'npm_[0-9A-Za-z]{30,}',
  // Stripe, OpenAI, Anthropic.
  String.raw`(?:sk|rk)[-_](?:live|test|proj|ant)[-_][\w-]{12,}`,
  'whsec_[0-9A-Za-z+/=]{16,}',
  // Slack, SendGrid, Shopify, DigitalOcean, Hugging Face.
  'xox[a-z]-[0-9A-Za-z-]{10,}',
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  'shp[a-z]{2}_[0-9A-Fa-f]{30,}',
  'do[a-z]_v1_[0-9a-f]{30,}',
  'hf_[0-9A-Za-z]{30,}',
];

/** Keys of sitegrade and of well-known services, and JSON Web Tokens. The first group of each is kept. */
export const keyPatterns: readonly RegExp[] = [
  /()sitegrade(?:_|%5f)(?:[a-z]{1,20}_)?[0-9a-z]{16,}/gi,
  // Matched once in a run of such characters: one that holds `eyJ` often is not read over and over.
  /((?<![\w-])(?=[\w-]+\.[\w-])[\w-]*?)\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)*/g,
  new RegExp(`()(?<![0-9A-Za-z])(?:${keyForms.join('|')})`, 'g'),
];

/**
 * Name and value in a query or a fragment, or in a path (`;jsessionid=…`). What is beside each other in
 * it shares no character, so that nothing is read twice.
 */
const parameter =
  /([?&#])([^\s=?&;#"'<>]+)=([^\s&#"'<>]+)|(;)([^\s=?&;#"'<>/]+)=([^\s=?&;#"'<>/][^\s?&;#"'<>/]*)/g;
/** Names in what a parameter holds, such as the query of another URL. */
const innerName = /(?:^|[?&;#])([^\s=?&;#]+)=[^&]/g;

/**
 * A URL as events and logs have it: values of parameters that look secret, by their name or by what
 * they are, become `[redacted]`, as do keys of well-known forms in the path. Everything else stays, so
 * that it is a URL still.
 *
 * @param url An absolute URL, normalised by the rules of WHATWG and without user name and password.
 */
export function redactUrl(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  if (path === -1) return url;
  const clean = redactParameters(url.slice(path));
  return (
    url.slice(0, path) + clean.replace(/[^/?&;#=]+/g, (part) => (holdsKey(part) ? mark : part))
  );
}

/** The same for parameters of URLs anywhere in a text. */
export function redactParameters(text: string): string {
  return replaceSecretValues(text, () => mark);
}

/** Shorter values are words as well (`code=de`): to look for them would redact half the log. */
const leastKnown = 8;

/** The values that {@link redactParameters} takes out, for texts that hold them without their names. */
export function secretValues(text: string): readonly string[] {
  const values: string[] = [];
  replaceSecretValues(text, (value) => {
    values.push(value, decodePercent(value));
    return value;
  });
  return [...new Set(values)].filter((value) => value.length >= leastKnown);
}

function replaceSecretValues(text: string, replace: (value: string) => string): string {
  if (!text.includes('=')) return text;
  return text.replace(
    parameter,
    (whole, sign = '', name = '', value = '', semicolon = '', pathName = '', pathValue = '') => {
      if (!isSecretName(name || pathName) && !holdsSecret(value || pathValue)) return whole;
      return `${sign}${semicolon}${name}${pathName}=${replace(value || pathValue)}`;
    },
  );
}

function isSecretName(raw: string): boolean {
  return decodings(raw).some((name) => {
    // `sslKey` and `SSLKEY` alike.
    const words = name.replace(/([a-z0-9])(?=[A-Z])/g, '$1-');
    return [name.toLowerCase(), words.toLowerCase()].some(
      (text) => secretPart.test(text) || secretWord.test(text) || secretName.test(text),
    );
  });
}

/** Whether a value is a key, or has a parameter in it that looks secret. */
function holdsSecret(value: string): boolean {
  if (holdsKey(value)) return true;
  return decodings(value).some((text) =>
    [...text.matchAll(innerName)].some(([, name = '']) => isSecretName(name)),
  );
}

function holdsKey(text: string): boolean {
  return decodings(text).some((decoded) =>
    keyPatterns.some((pattern) => decoded.search(pattern) !== -1),
  );
}

/** As it is, and with up to three layers of percent-encoding taken off. */
function decodings(text: string): readonly string[] {
  const texts = [text];
  for (let last = text; texts.length < 4 && /%[0-9a-f]{2}/i.test(last); texts.push(last)) {
    last = decodePercent(last);
  }
  return texts;
}

/** Byte by byte, so that no broken escape hides another: what is looked for is ASCII. */
export function decodePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}
