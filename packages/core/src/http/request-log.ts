import { isSitegradeError } from '@sitegrade/foundation/errors';
import { errorRecord } from '../log/error-record.ts';
import { redact } from '../log/redact.ts';
import { secretValues } from '../log/secret-parameters.ts';
import { isReadOnlyError } from '../store/read-only-error.ts';
import { maxUrlLength, trimUrl } from '../store/report.ts';
import type { Logger, RequestLine } from './logger.ts';
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
  readonly failure?: { readonly error: unknown; readonly status: number } | undefined;
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
  try {
    const line = lineOf(request, facts, outcome, monotonicMs() - facts.startedAt);
    const written: unknown = writeLine(request.logger, line, outcome);
    if (written !== undefined) Promise.resolve(written).catch(ignore);
  } catch {
    // There is nowhere left to report a failing logger.
  }
}

function writeLine(
  logger: Logger,
  line: RequestLine,
  { status, failure }: RequestOutcome,
): unknown {
  // The outage has one line for all of them, and another one when it is over.
  if (isReadOnlyError(failure?.error)) return logger.info(line, 'sitegrade: write refused');
  return (failure?.status ?? status) >= 500 && !line.aborted
    ? logger.error(line, 'sitegrade: request failed')
    : logger.info(line, 'sitegrade: request completed');
}

function ignore(): void {}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

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
  const path = clean((url.split('?', 1)[0] ?? '').replace(mailToken, '[redacted]'));
  // Not spread, which would take longer than all else here.
  const line: Omit<Writable<RequestLine>, 'status' | 'durationMs'> = {
    method: incoming.method ?? '',
    path,
  };
  if (operation !== undefined) line.operation = operation;
  if (ownerId !== undefined) line.ownerId = clean(ownerId);
  const ended = Object.assign(line, { status, durationMs: Math.round(durationMs) });
  if (signal?.aborted) line.aborted = true;
  return failure ? Object.assign(ended, failureFields(failure, { secrets, body }, signal)) : ended;
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
  const isPublic = (status < 500 && known?.cause === undefined) || isReadOnlyError(error);
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
    .map((value) => trimUrl(value).slice(0, maxUrlLength));
}

const colon = 0x3a;

/** The password of a Basic token, which a host's login may have decoded. */
function basicPassword(token: string): readonly string[] {
  const decoded = Buffer.from(token, 'base64');
  // Before the rest of the work: this runs for every request, and most tokens are of another scheme.
  if (!decoded.includes(colon)) return [];
  const text = decoded.toString();
  return [text.slice(text.indexOf(':') + 1)];
}
