import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from './random.ts';
import { type SoundBody, soundBody } from './valid-site.ts';

/** Bytes that a server sends, and what happens to the connection after them. */
export interface RawResponse {
  readonly pieces: readonly Buffer[];
  readonly ending: 'keep' | 'end' | 'reset';
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A response without a fault. */
export function soundResponse(path: string, origin: string): RawResponse {
  const { status, type, body } = soundBody(path, origin);
  const head = `HTTP/1.1 ${status} OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return { pieces: [Buffer.concat([latin1(head), body])], ending: 'keep' };
}

/** The faults of a response; likely ones are listed several times. */
const faultKinds = [
  'stays-open not-http line-ends status status status-line redirect redirect interim interim',
  'headers headers headers many-headers bad-header framing framing framing chunks chunks',
  'coding coding coding body body trailing mutation mutation cut pieces pieces reset',
].flatMap((kinds) => kinds.split(' '));

type Faults = ReadonlySet<string>;

/** A response with one to three faults. */
export function anyResponse(random: Random, path: string, origin: string): RawResponse {
  const { below, chance, pick } = random;
  const faults: Faults = new Set(Array.from({ length: 1 + below(3) }, () => pick(faultKinds)));
  if (faults.has('not-http')) return inPieces(random, faults, notHttp(random));
  const eol = faults.has('line-ends') ? pick(['\n', '\r', '\r\r\n', '\n\r']) : '\r\n';
  const sound = soundBody(path, origin);
  const body = faults.has('body') ? oddBody(random, sound) : sound.body;
  const encoded = faults.has('coding') ? encode(random, body) : { body, headers: [] };
  const framed = frame(random, faults, encoded);
  const status = faults.has('status') ? pick(statuses) : sound.status;
  const lines = [
    ...(chance(0.98) ? [`Content-Type: ${chance(0.98) ? sound.type : oddValue(random)}`] : []),
    ...framed.headers,
    ...someOf(faults.has('headers') ? 1 + below(8) : 0, () => header(random, origin)),
    ...someOf(faults.has('many-headers') ? below(400) : 0, () => header(random, origin)),
    ...someOf(faults.has('bad-header') ? 1 : 0, () => badHeader(random)),
    ...someOf(faults.has('redirect') ? 1 : 0, () => `Location: ${location(random, origin)}`),
  ];
  const line = faults.has('status-line')
    ? oddStatusLine(random, status)
    : `HTTP/1.1 ${faults.has('redirect') ? pick([301, 302, 303, 307, 308]) : padded(status)} OK`;
  const head = `${line}${eol}${lines.map((header) => header + eol).join('')}${eol}`;
  const before = faults.has('interim') ? interim(random, origin, eol) : '';
  const after = faults.has('trailing') ? trailing(random, path, origin) : Buffer.alloc(0);
  const whole = Buffer.concat([latin1(before + head), framed.body, after]);
  return inPieces(random, faults, faults.has('mutation') ? mutate(random, whole) : whole);
}

function someOf(count: number, make: () => string): readonly string[] {
  return Array.from({ length: count }, make);
}

function inPieces({ below, chance }: Random, faults: Faults, whole: Buffer): RawResponse {
  const sent = faults.has('cut') ? whole.subarray(0, below(whole.length + 1)) : whole;
  const cuts = Array.from({ length: faults.has('pieces') ? below(5) : 0 }, () =>
    below(sent.length + 1),
  );
  // Inside the head, where parsers have most of their state.
  if (faults.has('pieces') && chance(0.5))
    cuts.push(...Array.from({ length: 20 }, () => below(150)));
  const ends = [...cuts.filter((cut) => cut < sent.length), sent.length].sort((a, b) => a - b);
  const pieces = ends.map((end, index) => sent.subarray(ends[index - 1] ?? 0, end));
  // A client has to wait for its timeout if the connection stays open.
  const keeps = faults.has('stays-open') ? chance(0.5) : chance(0.15);
  const ending = faults.has('reset') ? 'reset' : keeps ? 'keep' : 'end';
  return { pieces: pieces.filter(({ length }) => length > 0), ending };
}

const protocols = [
  'SSH-2.0-OpenSSH_9.6\r\n',
  '<html>HTTP/0.9</html>',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64',
  '\x15\x03\x01\0\x02\x02\x28',
  '220 mail.test ESMTP\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n\r\n\r\n',
  '',
];

function notHttp({ chance, pick, bytes, below }: Random): Buffer {
  return chance(0.7) ? latin1(pick(protocols)) : bytes(below(300));
}

const statuses = [
  ...[0, 1, 99, 100, 101, 102, 103, 199, 200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 301],
  ...[302, 303, 304, 305, 306, 307, 308, 399, 400, 401, 402, 403, 404, 405, 406, 407, 408, 410],
  ...[413, 416, 417, 418, 421, 425, 426, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 511],
  ...[520, 599, 600, 666, 999, 1000, 65_536, 4_294_967_496],
];

function padded(status: number): string {
  return String(status).padStart(3, '0');
}

function oddStatusLine({ chance, pick, below }: Random, status: number): string {
  const version = chance(0.5)
    ? 'HTTP/1.1'
    : pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2', 'HTTP/2.0', 'HTTP/1.9', 'http/1.1', 'ICY', 'HTTP/']);
  const code = chance(0.7)
    ? padded(status)
    : pick(['', '20', '2 0', '-200', '0x200', '2e2', 'OK', '\xb2\xb0\xb0', '200.5']);
  const reason = pick([
    ...['', ' ', '  ', '\t', ' \0', ' \xff\xfe', ' a\rb', ' OK'],
    ` ${'r'.repeat(below(40_000))}`,
  ]);
  return `${version} ${code}${reason}`;
}

const upgrades = [
  '',
  'Connection: upgrade\r\nUpgrade: websocket\r\n',
  'Upgrade: h2c\r\n',
  'Connection: upgrade\r\n',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
];

/** One or many interim responses. */
function interim(random: Random, origin: string, eol: string): string {
  const { chance, pick, below } = random;
  const count = chance(0.9) ? 1 + below(3) : below(2_000);
  const status = pick([100, 101, 101, 102, 103, 103, 103, 150, 199]);
  const lines = `${pick(upgrades)}${chance(0.5) ? `${header(random, origin)}${eol}` : ''}`;
  return `HTTP/1.1 ${status} Wait${eol}${lines}${eol}`.repeat(count);
}

function oddBody(random: Random, { body }: SoundBody): Buffer {
  const { below, bytes, pick } = random;
  return pick<() => Buffer>([
    () => Buffer.alloc(0),
    () => bytes(below(500)),
    () => Buffer.concat([body, Buffer.alloc(below(150_000), 'a')]),
    () => body.subarray(0, below(body.length)),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body.toString(), 'utf16le')]),
    () => Buffer.alloc(below(300_000)),
    () => withOddUrls(random, body),
  ])();
}

/** URLs that browsers tolerate, where a page and its site have some. */
function withOddUrls(random: Random, body: Buffer): Buffer {
  const { chance } = random;
  const changed = body
    .toString('latin1')
    .replace(/(="|<loc>|Sitemap: )([^"<\n]*)/g, (_, before, url) =>
      chance(0.4) ? before + oddValue(random) : before + url,
    )
    .replace('<title>', () =>
      chance(0.5)
        ? `<base href="${oddValue(random)}"><title>`
        : `<meta http-equiv=refresh content="0; url=${oddValue(random)}"><title>`,
    );
  return latin1(changed);
}

interface Encoded {
  readonly body: Buffer;
  readonly headers: readonly string[];
}

const compress = {
  gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
  'x-gzip': (body: Buffer) => gzipSync(body, { level: 1 }),
  deflate: (body: Buffer) => deflateSync(body, { level: 1 }),
  Deflate: (body: Buffer) => deflateRawSync(body, { level: 1 }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { 1: 1 } }),
} as const;

function encode(random: Random, body: Buffer): Encoded {
  const { pick, below, bytes } = random;
  const name = pick<keyof typeof compress>(['gzip', 'x-gzip', 'deflate', 'Deflate', 'br']);
  const packed = compress[name](body);
  return pick<() => Encoded>([
    () => ({ body: packed, headers: [`Content-Encoding: ${name}`] }),
    () => ({ body: packed, headers: [] }),
    () => ({ body, headers: [`Content-Encoding: ${name}`] }),
    () => ({ body: gzipSync(packed), headers: [`Content-Encoding: ${name}, gzip`] }),
    () => ({ body: mutate(random, packed), headers: [`Content-Encoding: ${name}`] }),
    () => ({
      body: Buffer.concat([packed, bytes(below(30))]),
      headers: [`Content-Encoding: ${name}`],
    }),
    () => ({
      body: packed.subarray(0, below(packed.length)),
      headers: [`Content-Encoding: ${name}`],
    }),
    () => ({ body: packed, headers: [`Content-Encoding: ${oddValue(random)}`] }),
    () => ({ body: packed, headers: ['Content-Encoding: zstd'] }),
  ])();
}

/** Declares the length of a body, correctly or not. */
function frame(random: Random, faults: Faults, { body, headers }: Encoded): Encoded {
  const { pick, below } = random;
  const length = (value: string | number) => [...headers, `Content-Length: ${value}`];
  const { length: size } = body;
  if (faults.has('chunks')) {
    return { body: inChunks(random, body), headers: [...headers, 'Transfer-Encoding: chunked'] };
  }
  if (!faults.has('framing')) return { body, headers: length(size) };
  return pick<() => Encoded>([
    () => ({ body, headers }),
    () => ({ body, headers: length(below(size + 1)) }),
    () => ({ body, headers: length(size + 1 + below(1_000)) }),
    () => ({
      body,
      headers: length(pick(['-1', '+5', '0x10', '1e3', '', ' ', '5, 5', '9'.repeat(30), '٣', 'x'])),
    }),
    () => ({ body, headers: [...length(size), `Content-Length: ${size + below(2)}`] }),
    () => ({
      body: inChunks(random, body),
      headers: [...length(size), 'Transfer-Encoding: chunked'],
    }),
    () => ({ body, headers: [...headers, 'Transfer-Encoding: chunked'] }),
    () => ({
      body: inChunks(random, body),
      headers: [
        ...headers,
        `Transfer-Encoding: ${pick(['gzip, chunked', 'chunked, gzip', 'identity', 'chunked, chunked', ' chunked', 'xchunked', 'CHUNKED', ''])}`,
      ],
    }),
    () => ({ body: inChunks(random, body), headers }),
  ])();
}

const sizes = ['', '-1', 'g', '0x5', 'ffffffffffffffffff', ' 5', '5 ', '00000000000000000005'];

function inChunks(random: Random, body: Buffer): Buffer {
  const { chance, pick, below } = random;
  const step = chance(0.1) ? 1 : 1 + below(2_000);
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length && parts.length < 3_000; at += step) {
    const data = body.subarray(at, at + step);
    const size = chance(0.003) ? pick(sizes) : data.length.toString(16);
    const extension = chance(0.02)
      ? pick([';a', ';a=b', ';a="\r\n"', ';', ';\0', `;${'x'.repeat(below(20_000))}`, ' ;a', ';"'])
      : '';
    parts.push(latin1(`${size}${extension}\r\n`), data, latin1(chance(0.003) ? 'xx' : '\r\n'));
  }
  const trailer = chance(0.85)
    ? '\r\n'
    : pick([
        '',
        'X: y\r\n\r\n',
        'Content-Length: 5\r\n\r\n',
        'Transfer-Encoding: chunked\r\n\r\n',
        'bad\r\n\r\n',
        ': x\r\n\r\n',
        `${'T: t\r\n'.repeat(below(5_000))}\r\n`,
      ]);
  const last = chance(0.95) ? '0' : pick(['', '00', '-0', '0;x', '1', '000000000000000000000']);
  return Buffer.concat([...parts, latin1(`${last}\r\n${trailer}`)]);
}

const names = [
  ...['Location', 'Link', 'Refresh', 'Set-Cookie', 'Content-Security-Policy', 'Keep-Alive', 'Date'],
  ...['Strict-Transport-Security', 'X-Robots-Tag', 'Content-Type', 'Content-Language', 'Alt-Svc'],
  ...[
    'Connection',
    'Upgrade',
    'Trailer',
    'Cache-Control',
    'Expires',
    'ETag',
    'Last-Modified',
    'TE',
  ],
  ...['Content-Location', 'Content-Range', 'Accept-Ranges', 'Age', 'Vary', 'Server', 'Retry-After'],
  ...['Referrer-Policy', 'Permissions-Policy', 'X-Frame-Options', 'X-Content-Type-Options', 'Via'],
  ...[
    'Access-Control-Allow-Origin',
    'Cross-Origin-Opener-Policy',
    'Proxy-Connection',
    'X-Powered-By',
  ],
  ...['__proto__', 'constructor', 'Content-Disposition', 'WWW-Authenticate', 'Transfer-Encoding'],
];

const values = [
  ...['', ' ', ',', ';', '=', '"', "'", '*', '/', '0', '-1', '1e999', 'null', '\t', '\xa0', '\xff'],
  ...['close', 'keep-alive', 'upgrade', 'keep-alive, upgrade', 'timeout=0', 'timeout=-5, max=x'],
  ...[
    'timeout=99999999999999',
    'websocket',
    'h2c',
    'chunked',
    'gzip',
    'noindex',
    'text/html;charset=x',
  ],
  ...[
    'text/html; charset="',
    '0; url=/x',
    '0;url=javascript:1',
    '</x>; rel=canonical',
    '<>;rel=next',
  ],
  ...[
    '<mailto:x>; rel=canonical',
    '<//>; rel=alternate; hreflang=de',
    '</x>;rel="a',
    'a=b; Path=/',
  ],
  ...['a=b; Max-Age=99999999999999999999', 'a', '=b; Domain=\0', "default-src 'self'", "'nonce-"],
  ...[
    'max-age=99999999999999999999; includeSubDomains',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'bytes */*',
  ],
  ...[
    'h3=":443"; ma=1',
    '%',
    '%zz',
    '\\',
    '/',
    '//',
    '?',
    '#',
    '/next',
    'mailto:x@y.test',
    'about:blank',
  ],
  ...[
    'http://',
    'http:///x',
    'http://[',
    'http://a b/',
    'http://127.0.0.1:1/',
    'https://good.test/',
  ],
  ...[
    'http://127.0.0.1:0/',
    'http://127.0.0.1:99999/',
    'http://u:p@127.0.0.1/',
    'file:///etc/passwd',
  ],
  ...[
    'data:text/html,x',
    'javascript:1',
    'feed:https://example.com/',
    'tel:1',
    'urn:x',
    'x-:',
    'blob:http://x/y',
    'ftp://x/',
    'http://xn--/',
    'http://\xe9/',
  ],
];

function oddValue({ chance, pick, below, bytes }: Random): string {
  if (chance(0.94)) return pick(values);
  if (chance(0.5))
    return bytes(below(60))
      .toString('latin1')
      .replace(/[\0\r\n]/g, '?');
  return pick(['a', 'a,', '\xff', '</>;', 'a=b;']).repeat(below(3_000));
}

function header(random: Random, origin: string): string {
  const { chance, pick } = random;
  const value = chance(0.1) ? location(random, origin) : oddValue(random);
  return `${pick(names)}:${chance(0.9) ? ' ' : ''}${value}`;
}

function location(random: Random, origin: string): string {
  const { chance, pick, below } = random;
  if (chance(0.2)) return oddValue(random);
  const path = pick([
    '',
    '/',
    '/next',
    '/?a',
    '/#b',
    '/%00',
    '/\xe9',
    `/${below(9)}`,
    '/../..',
    '//',
    '?',
  ]);
  return chance(0.5) ? `${origin}${path}` : path;
}

function badHeader({ pick, below }: Random): string {
  return pick([
    'no colon',
    ': no name',
    'Space : before',
    ' folded',
    '\tfolded',
    'X: a\r\n b',
    'X: a\0b',
    'X\0: a',
    'X\xff: a',
    'X: a\rb',
    'X: a\nY: b',
    `${'N'.repeat(below(30_000))}: x`,
    `X: ${'v'.repeat(below(30_000))}`,
    '"": x',
    '',
  ]);
}

/** Bytes after the end of a response: another one, or something else. */
function trailing(random: Random, path: string, origin: string): Buffer {
  const { chance, pick, bytes, below } = random;
  if (chance(0.5)) return Buffer.concat([...soundResponse(path, origin).pieces]);
  return chance(0.5)
    ? bytes(below(200))
    : latin1(pick(['\r\n', '\0', 'HTTP/1.1 101 x\r\n\r\n', 'x']));
}

function mutate(random: Random, whole: Buffer): Buffer {
  const { below, bytes, pick } = random;
  const changed = Buffer.from(whole);
  if (changed.length === 0) return changed;
  // Most bytes are body, most meaning is at the start.
  const at = () => below(random.chance(0.7) ? Math.min(changed.length, 200) : changed.length);
  for (let left = 1 + below(5); left > 0; left--) {
    changed[at()] = pick([below(256), 0, 10, 13, 32, 58, 255]);
  }
  const [start, end] = [at(), at()].sort((a, b) => a - b) as [number, number];
  return pick<() => Buffer>([
    () => changed,
    () => changed,
    () => Buffer.concat([changed.subarray(0, start), bytes(below(8)), changed.subarray(start)]),
    () => Buffer.concat([changed.subarray(0, start), changed.subarray(end)]),
    () => Buffer.concat([changed.subarray(0, end), changed.subarray(start)]),
  ])();
}
