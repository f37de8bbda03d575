import { redactUrl } from '../log/secret-parameters.ts';
import type { Report } from '../store/report.ts';
import type { ReportCreatedEvent } from './sitegrade-event.ts';

/** The event of a new report. */
export function reportCreated(
  ownerId: string,
  { id, websiteId, url, domain, score, result, partial }: Report,
  facts: Pick<ReportCreatedEvent, 'durationMs' | 'jobId'>,
): ReportCreatedEvent {
  return {
    type: 'report.created',
    ownerId,
    reportId: id,
    websiteId,
    url: redactUrl(url),
    domain,
    score,
    result,
    partial,
    ...facts,
  };
}
