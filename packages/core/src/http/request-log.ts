import type { IncomingMessage } from 'node:http';
import { isSitegradeError } from '../errors.ts';
import { errorRecord } from '../log/error-record.ts';
import { redact } from '../log/redact.ts';
import { secretValues } from '../log/secret-parameters.ts';
import type { RequestLine } from './logger.ts';
import type { Entries } from './request/form.ts';
import { type ApiRequest, headerValues } from './request/request.ts';

/** What is known about a request while it is handled. */
export interface RequestFacts {
  readonly startedAt: number;
  readonly operation: string | undefined;
  ownerId?: string;
  /** Secrets in the body, to redact from the log. */
  bodySecrets?: readonly string[];
}

/** How a request ended. */
export interface RequestOutcome {
  readonly status: number;
  readonly signal?: AbortSignal;
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

function lineOf(
  { incoming, url }: ApiRequest,
  { operation, ownerId, bodySecrets = [] }: RequestFacts,
  { status, signal, failure }: RequestOutcome,
  durationMs: number,
): RequestLine {
  const secrets = [...headerSecrets(incoming), ...bodySecrets];
  const clean = (text: string) => redact(text, secrets);
  return {
    method: incoming.method ?? '',
    path: clean(url.split('?', 1)[0] ?? ''),
    ...(operation !== undefined && { operation }),
    ...(ownerId !== undefined && { ownerId: clean(ownerId) }),
    status,
    durationMs: Math.round(durationMs),
    ...(signal?.aborted && { aborted: true }),
    ...(failure && failureOf(failure, secrets, signal)),
  };
}

function failureOf(
  { error, status }: NonNullable<RequestOutcome['failure']>,
  secrets: readonly string[],
  signal: AbortSignal | undefined,
): Pick<RequestLine, 'code' | 'reason' | 'err'> {
  // A client that disconnects is not an error.
  if (signal?.aborted && error === signal.reason) return {};
  const known = isSitegradeError(error) ? error : undefined;
  const code = status === 500 ? 'internal' : known?.code;
  const isPublic = status < 500 && known?.cause === undefined;
  return {
    ...(code !== undefined && { code }),
    ...(known?.reason !== undefined && { reason: redact(known.reason, secrets) }),
    ...(!isPublic && { err: errorRecord(error, secrets) }),
  };
}

/** Shorter values are ordinary words too (`theme=dark`): redacting them would make the log unreadable. */
const minCookieLength = 8;
const minSecretLength = 4;

const credentials = /^[^\s]+\s+(\S+)\s*$/;

/** The secrets in a request's headers, to redact from its log line. */
function headerSecrets(incoming: IncomingMessage): readonly string[] {
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
function sentValues(incoming: IncomingMessage, name: string): readonly string[] {
  return incoming.headers[name] === undefined ? [] : headerValues(incoming, name);
}

/** The secrets in a body: a website's password, and those in the query of a URL. */
export function bodySecrets(entries: Entries): readonly string[] {
  // A list of URLs in JSON is one value.
  const stringsOf = (name: string) =>
    (entries.get(name) ?? []).flat().filter((value) => typeof value === 'string');
  const passwords = stringsOf('password').filter((value) => value.length >= minSecretLength);
  const urls = [...stringsOf('url'), ...stringsOf('urls')];
  return [...passwords, ...urls.flatMap(secretValues)];
}

/** The password of a Basic token, which a host's login may have decoded. */
function basicPassword(token: string): readonly string[] {
  const [, ...password] = Buffer.from(token, 'base64').toString().split(':');
  return password.length === 0 ? [] : [password.join(':')];
}
