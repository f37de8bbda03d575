import { isSitegradeError } from '@sitegrade/foundation/errors';
import { errorRecord } from '../log/error-record.ts';
import { redact } from '../log/redact.ts';
import { secretValues } from '../log/secret-parameters.ts';
import { maxUrlLength } from '../store/report.ts';
import type { RequestLine } from './logger.ts';
import type { Entries } from './request/form.ts';
import {
  type ApiRequest,
  type Disconnect,
  headerValues,
  type RequestHead,
} from './request/request.ts';

/** What is known about a request while it is handled. */
export interface RequestFacts {
  readonly startedAt: number;
  readonly operation: string | undefined;
  ownerId?: string;
  /** An error that did not change the response, in an object, as anything may be thrown. */
  hidden?: { readonly error: unknown };
  /** The fields of the body: its secrets are redacted from errors. */
  body?: Entries;
}

/** How a request ended. */
export interface RequestOutcome {
  readonly status: number;
  readonly signal?: Pick<Disconnect, 'aborted' | 'reason'>;
  /**
   * The thrown error, if there was one, and the status it stands for: not the one that was sent if
   * the body failed after it had started.
   */
  readonly failure?: { readonly error: unknown; readonly status: number };
}

/**
 * Logs a request synchronously. A logger that throws or rejects affects neither the response nor the
 * process.
 */
export function logRequest(
  request: ApiRequest,
  facts: RequestFacts,
  outcome: RequestOutcome,
  monotonicMs: () => number,
): void {
  void writeLine(request, facts, outcome, monotonicMs);
}

async function writeLine(...[request, facts, outcome, monotonicMs]: Parameters<typeof logRequest>) {
  try {
    const line = lineOf(request, facts, outcome, monotonicMs() - facts.startedAt);
    const failed = (outcome.failure ?? outcome).status >= 500 && !line.aborted;
    if (failed) await request.logger.error(line, 'sitegrade: request failed');
    else await request.logger.info(line, 'sitegrade: request completed');
  } catch {
    // There is nowhere left to report a failing logger.
  }
}

/** Anyone who has it can confirm for somebody else. */
const mailToken = /(?<=\/mail\/)[\w-]{43}(?=\/)/;

function lineOf(
  { incoming, url }: ApiRequest,
  { operation, ownerId, body }: RequestFacts,
  { status, signal, failure }: RequestOutcome,
  durationMs: number,
): RequestLine {
  const secrets = headerSecrets(incoming);
  const clean = (text: string) => redact(text, secrets);
  return {
    method: incoming.method ?? '',
    path: clean((url.split('?', 1)[0] ?? '').replace(mailToken, '[redacted]')),
    ...(operation !== undefined && { operation }),
    ...(ownerId !== undefined && { ownerId: clean(ownerId) }),
    status,
    durationMs: Math.round(durationMs),
    ...(signal?.aborted && { aborted: true }),
    ...(failure && failureFields(failure, { secrets, body }, signal)),
  };
}

function failureFields(
  { error, status }: NonNullable<RequestOutcome['failure']>,
  { secrets, body }: { readonly secrets: readonly string[]; readonly body: Entries | undefined },
  signal: RequestOutcome['signal'],
): Pick<RequestLine, 'code' | 'reason' | 'err'> {
  // A client that disconnects is not an error.
  if (signal?.aborted && error === signal.reason) return {};
  const known = isSitegradeError(error) ? error : undefined;
  const code = status === 500 ? 'internal' : known?.code;
  const isPublic = status < 500 && known?.cause === undefined;
  // Only texts that the client did not get can quote its body, and only they are worth a search in it.
  const all = isPublic || body === undefined ? secrets : [...secrets, ...bodySecrets(body)];
  return {
    ...(code !== undefined && { code }),
    ...(known?.reason !== undefined && { reason: redact(known.reason, all) }),
    ...(!isPublic && { err: errorRecord(error, all) }),
  };
}

/** Shorter values are ordinary words too (`theme=dark`): redacting them would make the log unreadable. */
const minCookieLength = 8;
const minSecretLength = 4;

const credentials = /^[^\s]+\s+(\S+)\s*$/;

/** The secrets in a request's headers, to redact from its log line. */
function headerSecrets(incoming: RequestHead): readonly string[] {
  const secrets: string[] = [];
  for (const name of ['authorization', 'proxy-authorization', 'x-api-key']) {
    for (const value of sentValues(incoming, name)) {
      const token = credentials.exec(value)?.[1] ?? value;
      secrets.push(value, token, ...basicPassword(token));
    }
  }
  const cookies = sentValues(incoming, 'cookie').flatMap((value) => value.split(';'));
  for (const cookie of cookies) {
    const value = cookie.slice(cookie.indexOf('=') + 1).trim();
    if (value.length >= minCookieLength) secrets.push(value);
  }
  return secrets.filter((secret) => secret.length >= minSecretLength);
}

/** Checks Node's parsed headers first: this runs for every request, and most have few of these. */
function sentValues(incoming: RequestHead, name: string): readonly string[] {
  return incoming.headers[name] === undefined ? [] : headerValues(incoming, name);
}

/** Values of a field that are searched for secrets, and what is kept of them. */
const maxValues = 100;
const maxBodySecrets = 500;

/**
 * The secrets in a body: a website's password, and those in the query of a URL. At most 500, of the first 100
 * values of a field and of 2,048 characters of each: searching a whole batch would block the event loop.
 */
export function bodySecrets(body: Entries): readonly string[] {
  const secrets = stringsOf(body, 'password').filter((value) => value.length >= minSecretLength);
  for (const url of [...stringsOf(body, 'url'), ...stringsOf(body, 'urls')]) {
    if (secrets.length >= maxBodySecrets) break;
    secrets.push(...secretValues(url));
  }
  return secrets.slice(0, maxBodySecrets);
}

function stringsOf(body: Entries, name: string): string[] {
  const [only, ...others] = (body.get(name) ?? []).slice(0, maxValues);
  // A list in JSON is one value.
  const values = Array.isArray(only) ? only.slice(0, maxValues) : [only, ...others];
  return values
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, maxUrlLength));
}

/** The password of a Basic token, which a host's login may have decoded. */
function basicPassword(token: string): readonly string[] {
  const [, ...password] = Buffer.from(token, 'base64').toString().split(':');
  return password.length === 0 ? [] : [password.join(':')];
}
