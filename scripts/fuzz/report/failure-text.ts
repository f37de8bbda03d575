import type { SentRequest } from '../request/sent-request.ts';
import { host, writeRequest } from '../request/write-request.ts';
import type { Exchange, FuzzFailure } from '../steps/fuzz-failure.ts';
import type { Reply } from '../wire/parse-reply.ts';

/** Stand for the keys: a person who replays a request has keys of their own. */
const namedKeys = { good: '$KEY', revoked: '$REVOKED_KEY', expired: '$EXPIRED_KEY' };

/** More than this of a text tells nothing new, in characters. */
const maxLength = 1_500;

/** All that a person needs to see what is wrong: what was sent, what came back, and why it is wrong. */
export function failureText({ exchanges, faults }: FuzzFailure): string {
  const last = exchanges.at(-1);
  const before = exchanges.slice(0, -1).map(shortLine);
  return [
    ...(before.length === 0 ? [] : ['Sent before, by the same owner:', ...before, '']),
    ...(last === undefined
      ? []
      : ['Sent:', rawText(last.request), '', `Or: ${curlOf(last.request)}`, '']),
    ...(last === undefined
      ? []
      : last.outcomes.flatMap((one) => ['Answered:', answerText(one), ''])),
    'Wrong:',
    ...faults.map((fault) => `- ${fault}`),
  ].join('\n');
}

function shortLine({ request, outcomes }: Exchange): string {
  const { method, path, rawQuery } = request;
  const target = shorten(rawQuery === '' ? path : `${path}?${rawQuery}`);
  const [first] = outcomes;
  return `  ${method} ${target} → ${first?.status === 'fulfilled' ? first.value.status : 'nothing'}`;
}

function rawText(request: SentRequest): string {
  return shorten(printable(writeRequest(request, namedKeys)));
}

/** The same request for a shell, which asks for a key in `$KEY` and for the server in `$SERVER`. */
function curlOf(request: SentRequest): string {
  const bytes = Buffer.from(writeRequest(request, namedKeys));
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...headers] = bytes.toString('latin1', 0, end).split('\r\n');
  const target = line.slice(request.method.length + 1, -' HTTP/1.1'.length);
  const body = bytes.subarray(end + 4);
  const parts = [
    'curl -i --path-as-is --globoff',
    request.method === 'HEAD' ? '-I' : `-X ${request.method}`,
    ...headers
      .filter((header) => !header.startsWith('Content-Length:') && header !== `Host: ${host}`)
      .map((header) => `-H ${quoted(Buffer.from(header, 'latin1'))}`),
    ...(body.length === 0 ? [] : [`--data-binary ${quoted(body)}`]),
    `"$SERVER"${quoted(Buffer.from(target, 'latin1'))}`,
  ];
  return shorten(parts.join(' '));
}

/** For the shell: bytes that print stay as they are, a key's variable is filled in. */
function quoted(bytes: Uint8Array): string {
  const text = printable(bytes);
  if (/[\\'\n]/.test(text)) return `$'${text.replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  return text.includes('$') ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

function answerText(outcome: PromiseSettledResult<Reply>): string {
  if (outcome.status === 'rejected') return String(outcome.reason);
  const { status, headers, text } = outcome.value;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return shorten([`HTTP/1.1 ${status}`, ...lines, '', text].join('\n'));
}

/** Bytes that do not print become `\xff`. */
function printable(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    if (byte === 0x0d) return '';
    if (byte === 0x0a || (byte >= 0x20 && byte < 0x7f && byte !== 0x5c))
      return String.fromCharCode(byte);
    return byte === 0x5c ? '\\\\' : `\\x${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

function shorten(text: string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${text.length} characters)`;
}
