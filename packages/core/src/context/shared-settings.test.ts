import { defaultRuleset, extendRuleset } from '@sitegrade/audit/checks';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { type ContextOptions, createContext } from './create-context.ts';

const settingsOf = (options: Partial<ContextOptions>) =>
  createContext({ store: memoryStore(), ...options }).sharedSettings;

/** The names of the settings that differ from the defaults. */
const changedBy = (options: Partial<ContextOptions>) => {
  const defaults = settingsOf({});
  return Object.entries(settingsOf(options))
    .filter(([name, digest]) => defaults[name] !== digest)
    .map(([name]) => name);
};

it.each<readonly [string, Partial<ContextOptions>]>([
  ['network.allowAddresses', { network: { allowAddresses: ['10.0.0.0/8'] } }],
  ['network.allowLocalhost', { network: { allowLocalhost: true } }],
  ['network.denyAddresses', { network: { denyAddresses: ['192.0.2.1'] } }],
  ['network.denyHosts', { network: { denyHosts: ['example.com'] } }],
  ['network.ports', { network: { ports: 'any' } }],
  ['crawls.maxPages', { crawls: { maxPages: 500 } }],
  ['crawls.perHost', { crawls: { perHost: 3 } }],
  ['crawls.maxRunning', { crawls: { maxRunning: 99 } }],
  ['quotas.queuedJobs', { quotas: { queuedJobs: 5 } }],
  ['quotas.runningCrawls', { quotas: { runningCrawls: 5 } }],
  ['quotas.crawlPagesPerDay', { quotas: { crawlPagesPerDay: 5 } }],
  ['quotas.schedules', { quotas: { schedules: 5 } }],
  ['quotas.webhooks', { quotas: { webhooks: 5 } }],
  ['quotas.waitingDeliveries', { quotas: { waitingDeliveries: 5 } }],
  ['quotas.recipients', { quotas: { recipients: 5 } }],
  ['quotas.mailsPerDay', { quotas: { mailsPerDay: 5 } }],
  ['alerts.allowAddresses', { alerts: { allowAddresses: ['10.0.0.0/8'] } }],
  ['alerts.allowHttp', { alerts: { allowHttp: true } }],
  ['alerts.consoleUrl', { alerts: { consoleUrl: 'https://seo.example.com' } }],
  ['quotas.acceptedFindings', { quotas: { acceptedFindings: 5 } }],
  ['ruleset', { ruleset: extendRuleset(defaultRuleset, { version: 'own-1' }) }],
  ['defaultPrivacy', { defaultPrivacy: 'public' }],
  ['expectIndexable', { expectIndexable: false }],
  ['compareUserAgents', { compareUserAgents: true }],
])('%s differs if it is another one', (name, options) => {
  expect(changedBy(options)).toEqual([name]);
});

it('is the same for a list in another order, and for defaults that are given', () => {
  expect(settingsOf({ network: { allowAddresses: ['10.0.0.1', '10.0.0.2'] } })).toEqual(
    settingsOf({ network: { allowAddresses: ['10.0.0.2', '10.0.0.1', '10.0.0.2'] } }),
  );
  expect(
    changedBy({
      network: { ports: [8443, 8080, 443, 80] },
      crawls: { perHost: 2 },
      quotas: { schedules: 1_000 },
    }),
  ).toEqual([]);
});

it('has no quotas of a function, which differs from all others', () => {
  const names = [
    'queuedJobs',
    'runningCrawls',
    'crawlPagesPerDay',
    'schedules',
    'webhooks',
    'waitingDeliveries',
    'recipients',
    'mailsPerDay',
    'acceptedFindings',
  ];
  expect(changedBy({ quotas: () => ({}) })).toEqual(names.map((name) => `quotas.${name}`));
});

it('has no values, and is short', () => {
  const settings = settingsOf({
    network: { allowAddresses: ['10.20.30.40'], denyHosts: ['a.test'] },
  });
  expect(JSON.stringify(settings)).not.toMatch(/10\.20|a\.test/);
  for (const digest of Object.values(settings)) expect(digest).toMatch(/^[\w-]{16}$/);
  expect(JSON.stringify(settings).length).toBeLessThan(1_200);
});
