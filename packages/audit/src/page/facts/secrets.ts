import type { SecretFact } from '../page-facts.ts';
import { knownTag } from '../tokens/tags.ts';
import type { TokenSink } from '../tokens/token.ts';
import { positionsIn } from './positions.ts';

/** A service's format of secrets. */
interface Format {
  readonly kind: SecretFact['kind'];
  /** Matches a whole secret where it begins; the part that is random is its first group. */
  readonly pattern: RegExp;
  /** A test of the random part that only real secrets pass. */
  readonly holds: (random: string) => boolean;
}

/**
 * Formats that nothing else has: a prefix with a checksum, or with a fixed length. Keys that belong in
 * pages are not secrets: Google Maps (`AIza`), Stripe (`pk_live_`), Mapbox (`pk.`), Firebase, Sentry, reCAPTCHA.
 */
const formats: readonly Format[] = [
  {
    // https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
    kind: 'GitHub token',
    pattern: /gh[oprsu]_([A-Za-z0-9]{36})(?!-?\w)/y,
    holds: hasChecksum,
  },
  {
    kind: 'GitHub token',
    pattern: /github_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})(?!-?\w)/y,
    holds: isRandom,
  },
  { kind: 'GitLab token', pattern: /glpat-([A-Za-z0-9_-]{20})(?![.-]?\w)/y, holds: isRandom },
  // https://docs.stripe.com/keys
  {
    kind: 'Stripe secret key',
    pattern: /[rs]k_live_([A-Za-z0-9]{24,128})(?!-?\w)/y,
    holds: isRandom,
  },
  {
    kind: 'OpenAI key',
    pattern:
      /sk-(?:(?:proj|svcacct)-)?([A-Za-z0-9_-]{20,100}T3BlbkFJ[A-Za-z0-9_-]{20,100})(?!-?\w)/y,
    holds: isRandom,
  },
  {
    kind: 'Anthropic key',
    pattern: /sk-ant-(?:api|admin)\d\d-([A-Za-z0-9_-]{93}AA)(?!-?\w)/y,
    holds: isRandom,
  },
  {
    kind: 'Slack token',
    pattern: /xox[bp](?:-\d{10,13}){2,3}-([A-Za-z0-9]{24,32})(?!-?\w)/y,
    holds: isRandom,
  },
  {
    kind: 'Slack webhook',
    pattern:
      /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/([A-Za-z0-9]{24})(?!-?\w)/y,
    holds: isRandom,
  },
  {
    kind: 'SendGrid key',
    pattern: /SG\.([A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})(?!-?\w)/y,
    holds: isRandom,
  },
  {
    // https://www.rfc-editor.org/rfc/rfc7468
    kind: 'private key',
    pattern:
      /-----BEGIN (?:RSA |EC |DSA |OPENSSH )?PRIVATE KEY-----((?:[A-Za-z0-9+/=\s]|\\{1,4}[nr]|&#1[03];){100,8000})-----END /y,
    holds: isUnencryptedKey,
  },
];

/** The beginning of every format, long enough that the engine can skip most of the text. */
const beginnings =
  /gh[oprsu]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}|glpat-[\w-]{20}|[rs]k_live_[A-Za-z0-9]{24}|sk-[\w-]{20}|xox[bp]-\d{10}|hooks\.slack\.com\/services\/T|SG\.[\w-]{22}\.|-----BEGIN [A-Z ]{0,8}PRIVATE KEY-----/g;
/** No beginning is longer. */
const overlap = 64;

/** Beginnings of a page that are compared with the formats, and secrets that are kept. */
const limits = { compared: 1_000, kept: 100 } as const;
/** Characters of the random part that a fact keeps: the rest must not get into reports. */
const shownCharacters = 4;

interface Found {
  readonly kind: SecretFact['kind'];
  readonly start: number;
  readonly end: number;
  readonly random: string;
  /** Its beginning, with the first characters of the random part. */
  readonly shown: string;
}

/** The secrets in a page's source. */
interface Secrets {
  /**
   * Searches about this many characters more.
   *
   * @returns whether the whole page is searched.
   */
  readonly findNext: (characters: number) => boolean;
  /** A sink of tokens that records what of the found secrets is text that visitors read. */
  readonly watch: (sink: TokenSink) => TokenSink;
  /**
   * The secrets in scripts, attributes and comments, each once. Those that are text of the page, too, are
   * examples of a documentation.
   */
  readonly facts: () => readonly SecretFact[];
}

/**
 * Searches a page for secrets, before it is read.
 *
 * @param positionsOf - Gives the positions of a text.
 */
export function findSecrets(text: string, positionsOf = positionsIn): Secrets {
  const found: Found[] = [];
  const readByVisitors = new Set<string>();
  let searched = 0;
  let compared = 0;
  let end = 0;
  const findIn = (part: string, offset: number): void => {
    // Not matchAll, which copies the expression.
    beginnings.lastIndex = 0;
    for (let match = beginnings.exec(part); match !== null; match = beginnings.exec(part)) {
      if (compared++ >= limits.compared || found.length >= limits.kept) return;
      const start = offset + match.index;
      if (start < end || /\w/.test(text[start - 1] ?? '')) continue;
      const secret = secretAt(text, start);
      if (secret === null) continue;
      end = secret.end;
      found.push(secret);
    }
  };
  const isFull = () => compared > limits.compared || found.length >= limits.kept;
  const isRead = (start: number, stop: number): void => {
    for (const secret of found) {
      if (secret.start < stop && secret.end > start) readByVisitors.add(secret.random);
    }
  };
  return {
    findNext: (characters) => {
      if (searched >= text.length || isFull()) return true;
      // Overlaps the next step, so that no beginning is cut in two.
      findIn(text.slice(searched, searched + characters + overlap), searched);
      searched += characters;
      return searched >= text.length;
    },
    watch: (sink) => (found.length === 0 ? sink : watchedSink(sink, isRead)),
    facts: () => {
      const kept = new Map<string, Found>();
      for (const secret of found) {
        const { random } = secret;
        if (!readByVisitors.has(random) && !kept.has(random)) kept.set(random, secret);
      }
      if (kept.size === 0) return [];
      const positionOf = positionsOf(text);
      return [...kept.values()].map(({ kind, start, shown }) => ({
        ...positionOf(start),
        kind,
        shown,
      }));
    },
  };
}

const code = new Set([knownTag('script'), knownTag('style')]);

function watchedSink(sink: TokenSink, isRead: (start: number, end: number) => void): TokenSink {
  let inCode = false;
  return {
    ...sink,
    startTag: (token) => {
      inCode = code.has(token.tag);
      return sink.startTag(token);
    },
    text: (start, end, blank) => {
      isRead(start, end);
      sink.text(start, end, blank);
    },
    plainText: (start, end) => {
      if (!inCode) isRead(start, end);
      sink.plainText(start, end);
    },
  };
}

function secretAt(text: string, start: number): Found | null {
  for (const { kind, pattern, holds } of formats) {
    pattern.lastIndex = start;
    const [whole = '', random = ''] = pattern.exec(text) ?? [];
    if (whole === '' || !holds(random)) continue;
    const shown =
      kind === 'private key'
        ? whole.slice(0, whole.indexOf('KEY') + 3)
        : whole.slice(0, whole.indexOf(random) + shownCharacters);
    return { kind, start, end: start + whole.length, random, shown };
  }
  return null;
}

/** Placeholders repeat characters, count, or are words. */
function isRandom(random: string): boolean {
  const distinct = new Set(random).size;
  return (
    distinct >= 10 &&
    /\d/.test(random) &&
    /[A-Za-z]/.test(random) &&
    !/(.)\1{4}|12345|abcde|example|secret|token|your|xxx/i.test(random)
  );
}

/** The digits of the checksum, in order. */
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;

/** Whether the last six characters are the CRC-32 of those before, in base 62. */
function hasChecksum(random: string): boolean {
  let rest = crc32(random.slice(0, -checksumLength));
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = `${base62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return random.endsWith(digits);
}

/** The checksum of zip files, of ASCII text: https://www.w3.org/TR/png/#D-CRCAppendix */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const openSsh = 'openssh-key-v1\0\0\0\0\x04none';

/** Whether the content of a PEM file is a whole key that needs no password. */
function isUnencryptedKey(body: string): boolean {
  const base64 = body.replace(/\s|\\{1,4}[nr]|&#1[03];/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('latin1', 0, openSsh.length) === openSsh || isWholeSequence(bytes);
}

/** Whether bytes are one sequence of DER, of the length that it declares (X.690, 8.1). */
function isWholeSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  const size = first - 0x80;
  if (size === 0 || size > 2 || bytes.length < 2 + size) return false;
  return bytes.length === 2 + size + bytes.readUIntBE(2, size);
}
