import { isSitegradeError } from '../errors.ts';
import { errorRecord } from '../log/error-record.ts';
import { redact } from '../log/redact.ts';
import type { RequestLine } from './logger.ts';
import { headerSecrets } from './request/known-secrets.ts';
import type { ApiRequest } from './request/request.ts';

/** What becomes known of a request while it is handled. */
export interface RequestFacts {
  readonly startedAt: number;
  readonly operation: string | undefined;
  ownerId?: string;
  /** Secrets that its body carried: none of them gets into the log. */
  bodySecrets?: readonly string[];
}

/** How a request ended. */
export interface Ending {
  readonly status: number;
  readonly signal?: AbortSignal;
  /** What was thrown, where something was. */
  readonly failure?: { readonly error: unknown };
}

/**
 * Logs a request, before it returns. A logger that throws or rejects costs neither the caller the answer
 * nor the host its process.
 */
export function logRequest(
  request: ApiRequest,
  facts: RequestFacts,
  ending: Ending,
  monotonicMs: () => number,
): void {
  void tell(request, facts, ending, monotonicMs);
}

async function tell(...[request, facts, ending, monotonicMs]: Parameters<typeof logRequest>) {
  try {
    const line = lineOf(request, facts, ending, monotonicMs() - facts.startedAt);
    const failed = line.status >= 500 && !line.aborted;
    if (failed) await request.logger.error(line, 'sitegrade: a request failed');
    else await request.logger.info(line, 'sitegrade: answered a request');
  } catch {
    // There is nobody left to tell.
  }
}

function lineOf(
  { incoming, url }: ApiRequest,
  { operation, ownerId, bodySecrets = [] }: RequestFacts,
  { status, signal, failure }: Ending,
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
    ...(failure && failureOf(failure.error, status, secrets, signal)),
  };
}

function failureOf(
  error: unknown,
  status: number,
  secrets: readonly string[],
  signal: AbortSignal | undefined,
): Pick<RequestLine, 'code' | 'reason' | 'err'> {
  // That a client went away is no fault of anybody's.
  if (signal?.aborted && error === signal.reason) return {};
  const known = isSitegradeError(error) ? error : undefined;
  const code = status === 500 ? 'internal' : known?.code;
  const told = status < 500 && known?.cause === undefined;
  return {
    ...(code !== undefined && { code }),
    ...(known?.reason !== undefined && { reason: redact(known.reason, secrets) }),
    ...(!told && { err: errorRecord(error, secrets) }),
  };
}
