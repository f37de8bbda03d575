import type { ReportCreatedEvent, ReportFailedEvent } from '@sitegrade/core';

type Result = ReportCreatedEvent['result'];
type FailureCode = ReportFailedEvent['code'];

/** Every result that a report may have. */
export const results: readonly Result[] = ['good', 'decent', 'bad'];

/** Every code that a report fails with. */
export const failureCodes: readonly FailureCode[] = [
  // The page.
  'page_unreachable',
  'page_timed_out',
  'page_too_large',
  'page_too_complex',
  'page_not_html',
  'too_many_redirects',
  'tls_error',
  // What was asked for, and by whom.
  'invalid_input',
  'url_not_allowed',
  'not_found',
  'conflict',
  'idempotency_mismatch',
  'aborted',
  // The server.
  'rate_limited',
  'overloaded',
  'internal',
];
