import type { OperationEvent } from '@sitegrade/core';
import { settings } from './settings.ts';

const readOnlyKind = 'overloaded: read_only';

/** A line of the log about what operators watch. */
interface OperationLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly details?: object;
}

const { allowAddresses, allowLocalhost, allowPorts, trustedCertificatesFile } = settings;
const { crawlMaxPages, crawlPerHost, crawlMaxRunning, ruleset, defaultPrivacy } = settings;
const { quotaQueuedJobs, quotaRunningCrawls, quotaCrawlPages, quotaSchedules } = settings;
const { quotaAcceptedFindings } = settings;
const { pruneOlderThan, pruneKeep, pruneKeepCrawls } = settings;

/** The settings of the options of the library. An option that is not here is the same in all processes of the command. */
const settingsOfOption: Readonly<Record<string, readonly { readonly variable: string }[]>> = {
  'network.allowAddresses': [allowAddresses],
  'network.allowLocalhost': [allowLocalhost],
  'network.ports': [allowPorts],
  'network.trustedCertificates': [trustedCertificatesFile],
  'crawls.maxPages': [crawlMaxPages],
  'crawls.perHost': [crawlPerHost],
  'crawls.maxRunning': [crawlMaxRunning],
  'quotas.queuedJobs': [quotaQueuedJobs],
  'quotas.runningCrawls': [quotaRunningCrawls],
  'quotas.crawlPagesPerDay': [quotaCrawlPages],
  'quotas.schedules': [quotaSchedules],
  'quotas.webhooks': [settings.quotaWebhooks],
  'quotas.waitingDeliveries': [settings.quotaWaitingDeliveries],
  'quotas.recipients': [settings.quotaRecipients],
  'quotas.mailsPerDay': [settings.quotaMailsPerDay],
  'alerts.allowAddresses': [settings.webhookAllowAddresses],
  'alerts.allowHttp': [settings.webhookAllowHttp],
  'alerts.consoleUrl': [settings.publicUrl],
  'alerts.sendMail': [settings.smtpUrl, settings.mailFrom],
  'quotas.acceptedFindings': [quotaAcceptedFindings],
  ruleset: [ruleset],
  defaultPrivacy: [defaultPrivacy],
  render: [settings.render],
  speedRuns: [settings.speedRuns],
  fieldData: [settings.cruxApiKey],
  retention: [pruneOlderThan, pruneKeep, pruneKeepCrawls],
};

/** The line of an event that someone should know of, or that says that it is over. `undefined` for all others. */
export function operationLine(event: OperationEvent): OperationLine | undefined {
  switch (event.type) {
    case 'outage.began':
      return {
        level: 'error',
        message:
          event.kind === readOnlyKind
            ? 'The database accepts no changes, as on a full disk. Later writes that are refused are not logged until it does again.'
            : 'The database or the queue has failed, and is tried again. Later failures are not logged until it has recovered.',
        details: { err: event.error },
      };
    case 'outage.ended': {
      const { kind, failures, durationMs } = event;
      const outageMs = Math.round(durationMs);
      return kind === readOnlyKind
        ? {
            level: 'info',
            message: 'The database accepts changes again',
            details: { refusedWrites: failures, outageMs },
          }
        : {
            level: 'info',
            message: 'The database or the queue works again',
            details: { failures, outageMs },
          };
    }
    case 'workers.missing':
      return {
        level: 'warn',
        message:
          'No worker has been alive for two minutes. Jobs and crawls wait until one is started: sitegrade work.',
      };
    case 'workers.found':
      return { level: 'info', message: 'There is a worker again' };
    case 'settings.differ': {
      const names = event.names.flatMap(
        (name) => settingsOfOption[name]?.map(({ variable }) => variable) ?? name,
      );
      const others = event.processes === 1 ? '1 other process' : `${event.processes} others`;
      return {
        level: 'warn',
        message: `Settings of this process differ from those of ${others} with this database: ${names.join(', ')}. They should be the same.`,
      };
    }
    case 'settings.agree':
      return { level: 'info', message: 'The settings of all processes are the same again' };
    case 'rendering.failed': {
      const { ownerId, url, reason, error } = event;
      return {
        level: reason === 'renderer_unavailable' ? 'error' : 'warn',
        message: 'A page was not rendered or not measured in a browser: its report says so',
        details: { ownerId, url, reason, ...(error && { err: error }) },
      };
    }
    case 'field_data.failed': {
      const { reason, error } = event;
      return {
        level: reason === 'key_refused' ? 'error' : 'warn',
        message: 'There is no data of real visitors for reports now: its source has failed',
        details: { reason, err: error },
      };
    }
    case 'pruned': {
      const { kind, count } = event;
      return { level: 'info', message: 'Deleted what is old', details: { kind, count } };
    }
    default:
      return undefined;
  }
}
