const mark = '[redacted]';

/** Substrings of names of secrets: `accessToken`, `PHPSESSID`, `X-Amz-Signature`. */
const secretPart =
  /token|secret|passw|passphrase|passcode|signature|credential|session|sessid|jwt|hmac|saml|oauth|authorization|(?:api|access)[^a-z]?key|key(?![a-z])/;
/** Complete words in names of secrets: `sig` matches `sv-sig`, but not `design`. */
const secretWord =
  /(?<![a-z])(?:auth|creds?|otp|pass|pin|psk|pwd?|sas|sid|sig|totp|verifier)(?![a-z])/;
/** Complete names of secrets: `zip_code` is not one. */
const secretName =
  /^(?:assertion|ticket|(?:(?:access|auth|device|login|reset|security|user|verification)[^a-z]?)?code)$/;

/** Keys and tokens of well-known services, recognised by their prefix. */
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

/** Keys of sitegrade and of well-known services, and JSON Web Tokens. The first group of a match is kept. */
export const keyPatterns: readonly RegExp[] = [
  /()sitegrade(?:_|%5f)(?:[a-z]{1,20}_)?[0-9a-z]{16,}/gi,
  // Matched once per run of these characters, so that repeated `eyJ` takes linear time.
  /((?<![\w-])(?=[\w-]+\.[\w-])[\w-]*?)\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)*/g,
  new RegExp(`()(?<![0-9A-Za-z])(?:${keyForms.join('|')})`, 'g'),
];

/**
 * Name and value in a query or a fragment, or in a path (`;jsessionid=…`). Adjacent parts match different
 * characters, so that matching takes linear time.
 */
const parameter =
  /([?&#])([^\s=?&;#"'<>]+)=([^\s&#"'<>]+)|(;)([^\s=?&;#"'<>/]+)=([^\s=?&;#"'<>/][^\s?&;#"'<>/]*)/g;
/** Names inside the value of a parameter, such as the query of another URL. */
const innerName = /(?:^|[?&;#])([^\s=?&;#]+)=[^&]/g;

/**
 * Redacts a URL for events and logs: secrets in parameters, recognised by the name or the format of the
 * value, and keys of well-known formats in the path become `[redacted]`. The result is still a valid URL.
 *
 * @param url - An absolute URL, normalised by the URL standard, without user name and password.
 */
export function redactUrl(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  if (path === -1) return url;
  const clean = redactParameters(url.slice(path));
  return (
    url.slice(0, path) + clean.replace(/[^/?&;#=]+/g, (part) => (containsKey(part) ? mark : part))
  );
}

/** Redacts secrets in the parameters of all URLs in a text. */
export function redactParameters(text: string): string {
  return replaceSecretValues(text, () => mark);
}

/** Shorter values are often words (`code=de`), which must not be redacted in other texts. */
const minSecretLength = 8;

/** The values that {@link redactParameters} redacts, to find them in texts without their names. */
export function secretValues(text: string): readonly string[] {
  const values: string[] = [];
  replaceSecretValues(text, (value) => {
    values.push(value, decodePercent(value));
    return value;
  });
  return [...new Set(values)].filter((value) => value.length >= minSecretLength);
}

function replaceSecretValues(text: string, replace: (value: string) => string): string {
  if (!text.includes('=')) return text;
  return text.replace(
    parameter,
    (whole, sign = '', name = '', value = '', semicolon = '', pathName = '', pathValue = '') => {
      if (!isSecretName(name || pathName) && !containsSecret(value || pathValue)) return whole;
      return `${sign}${semicolon}${name}${pathName}=${replace(value || pathValue)}`;
    },
  );
}

/** `pw`. Shorter names need no further look, which matters for texts with many of them. */
const minNameLength = 2;

function isSecretName(raw: string): boolean {
  return raw.length >= minNameLength && decodings(raw).some(isSecretWord);
}

function isSecretWord(name: string): boolean {
  const lower = name.toLowerCase();
  if (matchesName(lower)) return true;
  // Both `sslKey` and `SSLKEY`.
  return lower !== name && matchesName(name.replace(/([a-z0-9])(?=[A-Z])/g, '$1-').toLowerCase());
}

function matchesName(text: string): boolean {
  return secretPart.test(text) || secretWord.test(text) || secretName.test(text);
}

/** Whether a value is a key, or contains a parameter with the name of a secret. */
function containsSecret(value: string): boolean {
  const mayHaveName = /[=%]/.test(value);
  if (value.length < minKeyLength && !mayHaveName) return false;
  return decodings(value).some(
    (text) =>
      isKey(text) ||
      (text.includes('=') &&
        [...text.matchAll(innerName)].some(([, name = '']) => isSecretName(name))),
  );
}

/** The shortest key is `eyJ`, 6 characters, a dot and another one. With escapes it is longer. */
const minKeyLength = 11;

function containsKey(text: string): boolean {
  return text.length >= minKeyLength && decodings(text).some(isKey);
}

function isKey(decoded: string): boolean {
  return (
    decoded.length >= minKeyLength && keyPatterns.some((pattern) => decoded.search(pattern) !== -1)
  );
}

/** The text itself, and with up to three layers of percent-encoding removed. */
function decodings(text: string): readonly string[] {
  const texts = [text];
  for (let last = text; texts.length < 4 && /%[0-9a-f]{2}/i.test(last); texts.push(last)) {
    last = decodePercent(last);
  }
  return texts;
}

/** Decodes each byte separately, so that invalid escapes do not hide others. Secrets are ASCII. */
export function decodePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}
