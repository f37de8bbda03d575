import { isSitegradeError } from '../errors.ts';
import { errorRecord } from '../log/error-record.ts';
import { redact } from '../log/redact.ts';
import type { RequestLine } from './logger.ts';
import { headerSecrets } from './request/known-secrets.ts';
import type { ApiRequest } from './request/request.ts';

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
