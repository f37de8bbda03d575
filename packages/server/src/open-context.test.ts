import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { listChecks } from '@sitegrade/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { contextSettings, openContext, openStore } from './open-context.ts';
import { readSettings } from './settings.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const reporter = { log: () => {}, logError: () => {}, onEvent: () => {}, onOperation: () => {} };

/** Opens the context of a process with these variables. */
function open(
  variables: Readonly<Record<string, string>>,
  names: Parameters<typeof readSettings>[0] = contextSettings,
  relay?: Parameters<typeof openContext>[2],
) {
  const environment = { DATABASE_FILE: join(folder, 'a.sqlite'), ...variables };
  const settings = readSettings(names, {}, environment);
  return openContext(settings as Parameters<typeof openContext>[0], reporter, relay);
}

it('has the quotas, the privacy and the checks of its settings', async () => {
  const file = join(folder, 'own.js');
  const checks = new URL('../../core/src/checks.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { defaultRuleset, extendRuleset } from ${JSON.stringify(checks)};
    export default extendRuleset(defaultRuleset, { version: 'own', drop: ['viewport'] });`,
  );
  const { context, close } = await open({
    QUOTA_QUEUED_JOBS: '3',
    QUOTA_RUNNING_CRAWLS: '0',
    QUOTA_CRAWL_PAGES: '500',
    QUOTA_SCHEDULES: '7',
    QUOTA_WEBHOOKS: '4',
    QUOTA_WAITING_DELIVERIES: '9',
    QUOTA_RECIPIENTS: '10',
    QUOTA_MAILS_PER_DAY: '11',
    WEBHOOK_ALLOW_ADDRESSES: '10.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    PUBLIC_URL: 'https://seo.example.com/',
    QUOTA_ACCEPTED_FINDINGS: '9',
    DEFAULT_PRIVACY: 'public',
    RULESET: file,
  });
  expect(await context.quotas('ann')).toEqual({
    queuedJobs: 3,
    runningCrawls: 0,
    crawlPagesPerDay: 500,
    schedules: 7,
    webhooks: 4,
    waitingDeliveries: 9,
    recipients: 10,
    mailsPerDay: 11,
    acceptedFindings: 9,
  });
  const { alerts } = context;
  expect([alerts.allowHttp, alerts.consoleUrl]).toEqual([
    true,
    'https://seo.example.com/sitegrade',
  ]);
  expect(alerts.network.classifyAddress('10.1.2.3', 443)).toBe('allowed');
  expect(context.defaultPrivacy).toBe('public');
  expect(context.ruleset.version).toContain('own');
  expect(listChecks(context).checks.map(({ id }) => id)).not.toContain('viewport');
  await close();
});

it('has the defaults of the library without them', async () => {
  const quotas = {
    queuedJobs: 10_000,
    runningCrawls: 2,
    crawlPagesPerDay: 20_000,
    schedules: 1_000,
    webhooks: 20,
    waitingDeliveries: 10_000,
    recipients: 100,
    mailsPerDay: 200,
    acceptedFindings: 10_000,
  };
  const { context, close } = await open({});
  expect(await context.quotas('ann')).toEqual(quotas);
  expect(context.defaultPrivacy).toBe('private');
  await close();
});

it('sends mails where a mail server is set, in the brand of its pages', async () => {
  const PUBLIC_URL = 'https://seo.example.com';
  const { context, close } = await open({
    PUBLIC_URL,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'seo@example.com',
    PAGES_NAME: 'Example',
    PAGES_ACCENT: '#aa0000',
  });
  const { sendMail, brand } = context.alerts;
  expect(await brand?.('ann')).toEqual({ name: 'Example', accent: '#aa0000' });
  const content = { subject: 'a', text: 'b', html: '<p>b</p>' };
  const mail = { ...content, to: 'ann@example.com', messageId: '<1@seo.example>', headers: {} };
  const send = () => sendMail?.(mail, new AbortController().signal);
  await expect(send()).rejects.toMatchObject({ code: 'ESOCKET', port: 1 });
  await close();
  await expect(send()).rejects.toThrow('closed');

  const without = await open({ PUBLIC_URL });
  expect(without.context.alerts.sendMail).toBeUndefined();
  expect(await without.context.alerts.brand?.('ann')).toEqual({});
  await without.close();
});

it.each([
  ['missing.js', undefined, /missing\.js could not be loaded/],
  ['none.js', 'export default 1;', /none\.js must export a ruleset, as `ruleset` or by default/],
  [
    'wrong.js',
    "export const ruleset = { version: '1', checks: [{ id: 'a' }] };",
    /wrong\.js exports a ruleset that is not valid: /,
  ],
])('names the setting of a ruleset that cannot be used: %s', async (name, source, message) => {
  const file = join(folder, name);
  if (source !== undefined) writeFileSync(file, source);
  const opening = open({ RULESET: file });
  await expect(opening).rejects.toThrow('RULESET (--ruleset) cannot be used: ');
  await expect(opening).rejects.toThrow(message);
});

it('names the file that is not a database, and what to do', async () => {
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'Not a database, '.repeat(100));
  await expect(open({ DATABASE_FILE: file })).rejects.toThrow(
    `DATABASE_FILE (--database-file) is "${file}", which cannot be used: The SQLite database "${file}" is not one: the file has other contents, or is encrypted. It was not changed.`,
  );
});

it('says in a terminal what a command waits for', async () => {
  // It accepts connections and sends nothing, and later refuses the password.
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const said = new Promise<string>((resolve) => {
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      resolve(String(text));
      return true;
    });
  });
  const environment = { DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/app` };
  const settings = readSettings(
    ['database', 'databaseFile', 'preparedStatements'],
    {},
    environment,
  );
  const opening = openStore(settings);
  const refused = expect(opening).rejects.toThrow('DATABASE_URL (--database)');
  expect(await said).toBe(
    `DATABASE_URL (--database) is a database on 127.0.0.1:${port}, which does not respond yet. Waiting for up to 30 seconds.\n`,
  );
  vi.restoreAllMocks();
  const fields = Buffer.from('SFATAL\0C28P01\0Mwrong password\0\0');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  for (const socket of sockets) socket.end(Buffer.concat([Buffer.from('E'), length, fields]));
  await refused;
  silent.close();
});

it('has a source of field data with a key, and none otherwise', async () => {
  const { context, close } = await open({ CRUX_API_KEY: 'AIzaSyTest' });
  expect(context.fieldData).toEqual({ query: expect.any(Function) });
  await close();
  const other = await open({ DATABASE_FILE: join(folder, 'c.sqlite') });
  expect(other.context.fieldData).toBeUndefined();
  await other.close();
});

it('has a renderer if pages are to be rendered, and none otherwise', async () => {
  const { context, close } = await open({ RENDER: 'always', BROWSER_FILE: '/no/browser' });
  expect(context.render).toBe('always');
  const { origin } = new URL('http://127.0.0.1/');
  const limits = {
    totalMs: 5_000,
    quietMs: 1,
    busyMs: 1,
    rulesMs: 1,
    requests: 1,
    htmlBytes: 1,
    screenshotBytes: 1,
  };
  const request = {
    url: origin,
    proxy: origin,
    userAgent: 'x',
    headers: {},
    limits,
    screenshot: false,
    isNavigationAllowed: () => true,
  };
  const rendered = await context.renderer?.render(request, new AbortController().signal);
  // The setting names the browser: the one of this machine is not used in its place.
  expect(rendered).toMatchObject({
    kind: 'failed',
    reason: 'renderer_unavailable',
    cause: { message: expect.stringContaining('/no/browser') },
  });
  expect(context.renderer).toHaveProperty('print');
  await close();
  const remote = await open({
    DATABASE_FILE: join(folder, 'c.sqlite'),
    RENDER: 'always',
    BROWSER_URL: 'http://127.0.0.1:1/?token=hunter2',
    BROWSER_PROXY_LISTEN: '127.0.0.2',
    BROWSER_PROXY_HOST: 'sitegrade.internal',
  });
  const { renderer } = remote.context;
  expect(renderer?.proxy).toEqual({ listen: '127.0.0.2', host: 'sitegrade.internal' });
  expect(await renderer?.render(request, new AbortController().signal)).toMatchObject({
    kind: 'failed',
    reason: 'renderer_unavailable',
    cause: {
      message: expect.stringContaining('Nothing listens at http://127.0.0.1:1 (ECONNREFUSED)'),
    },
  });
  await remote.close();
  const other = await open({ DATABASE_FILE: join(folder, 'b.sqlite') });
  expect(other.context.renderer).toBeUndefined();
  await other.close();
});

it('relays what wakes the workers of this process only', async () => {
  const announced: number[] = [];
  const announce = async (count: number) => void announced.push(count);
  const { context, close } = await open({}, contextSettings, (queue) => ({ ...queue, announce }));
  await context.queue.announce(3);
  await close();
  expect(announced).toEqual([3]);
});
