import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { databaseSettings } from './open-context.ts';
import { serveSettings } from './serve.ts';
import {
  addSettings,
  flagsOf,
  readSettings,
  type SettingName,
  settings,
  settingsOf,
} from './settings.ts';
import { workSettings } from './work.ts';

type Texts = Readonly<Record<string, string>>;

const all = Object.keys(settings) as SettingName[];
const readVariables = (environment: Texts) => readSettings(all, {}, environment);

/** Reads the settings of a command line as a command does. */
function readLine(line: readonly string[], environment: Texts = {}, names = all) {
  const errors: string[] = [];
  const command = addSettings(new Command('test'), names)
    .exitOverride()
    .configureOutput({ writeErr: (text) => errors.push(text) });
  try {
    command.parse(line, { from: 'user' });
    return { values: settingsOf(command, names, environment), errors, exitCode: 0 };
  } catch (error) {
    const { exitCode } = error as { exitCode?: number };
    if (exitCode === undefined) throw error;
    return { values: undefined, errors, exitCode };
  }
}

const defaults = {
  port: 3000,
  host: '127.0.0.1',
  preparedStatements: true,
  databaseFile: './sitegrade.sqlite',
  maxConnections: 10,
  queue: 'embedded',
  worker: true,
  mcp: false,
  processes: 1,
  concurrency: 10,
  crawlMaxPages: 10_000,
  crawlPerHost: 2,
  crawlMaxRunning: 100,
  quotaQueuedJobs: 10_000,
  quotaRunningCrawls: 2,
  quotaCrawlPages: 20_000,
  quotaSchedules: 1_000,
  quotaWebhooks: 20,
  quotaWaitingDeliveries: 10_000,
  quotaRecipients: 100,
  quotaMailsPerDay: 200,
  quotaAcceptedFindings: 10_000,
  pruneKeepCrawls: 10,
  defaultPrivacy: 'private',
  allowLocalhost: false,
  webhookAllowHttp: false,
  render: 'off',
  speedRuns: 0,
  browserSandbox: true,
};

const logo = join(import.meta.dirname, '..', 'test', 'logo.svg');
const logoUrl = `data:image/svg+xml;base64,${readFileSync(logo).toString('base64')}`;

/** For each setting a text that is allowed, and its value. */
const allowed: Readonly<Record<SettingName, readonly [text: string, value: unknown]>> = {
  port: ['8080', 8080],
  host: ['::', '::'],
  database: ['postgres://user:pw@db:5432/app', 'postgres://user:pw@db:5432/app'],
  preparedStatements: ['false', false],
  databaseFile: ['/var/lib/a.sqlite', '/var/lib/a.sqlite'],
  maxConnections: ['20', 20],
  queue: ['pg-boss', 'pg-boss'],
  listenUrl: ['postgres://user:pw@direct:5432/app', 'postgres://user:pw@direct:5432/app'],
  worker: ['false', false],
  processes: ['64', 64],
  concurrency: ['50', 50],
  crawlMaxPages: ['100000', 100_000],
  crawlPerHost: ['1', 1],
  crawlMaxRunning: ['7', 7],
  quotaQueuedJobs: ['0', 0],
  quotaRunningCrawls: ['5', 5],
  quotaCrawlPages: ['999999999', 999_999_999],
  mcp: ['true', true],
  quotaSchedules: ['50', 50],
  quotaWebhooks: ['0', 0],
  quotaWaitingDeliveries: ['7', 7],
  quotaRecipients: ['8', 8],
  quotaMailsPerDay: ['9', 9],
  quotaAcceptedFindings: ['50', 50],
  pruneOlderThan: ['36h', 129_600_000],
  pruneKeep: ['1', 1],
  pruneKeepCrawls: ['all', 'all'],
  defaultPrivacy: ['public', 'public'],
  ruleset: ['own.js', 'own.js'],
  publicUrl: ['https://example.com/seo', 'https://example.com/seo'],
  trustProxy: ['10.0.0.0/8, fd00::/8,loopback', ['10.0.0.0/8', 'fd00::/8', 'loopback']],
  authHeader: ['X-Forwarded-User', 'x-forwarded-user'],
  authProxies: ['loopback, 10.0.0.0/8,fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
  authOwner: ['team seo', 'team seo'],
  allowAddresses: [
    '10.0.0.0/8, 127.0.0.1:8080,::1,[::1]:8443',
    ['10.0.0.0/8', '127.0.0.1:8080', '::1', '[::1]:8443'],
  ],
  allowLocalhost: ['true', true],
  allowPorts: ['80, 443', [80, 443]],
  webhookAllowAddresses: ['10.0.0.0/8', ['10.0.0.0/8']],
  webhookAllowHttp: ['true', true],
  smtpUrl: [
    'smtps://ann%40a.example:p%3Aw@mail.example.com:2465/',
    {
      host: 'mail.example.com',
      port: 2_465,
      isSecure: true,
      login: { user: 'ann@a.example', password: 'p:w' },
    },
  ],
  mailFrom: ['SEO reports <seo@example.com>', { name: 'SEO reports', address: 'seo@example.com' }],
  trustedCertificatesFile: ['staging.pem', 'staging.pem'],
  render: ['auto', 'auto'],
  speedRuns: ['3', 3],
  browserFile: ['/usr/bin/chromium', '/usr/bin/chromium'],
  browserUrl: ['ws://browser:3000/?token=a', 'ws://browser:3000/?token=a'],
  browserProxyListen: ['0.0.0.0', '0.0.0.0'],
  browserProxyHost: ['sitegrade.internal', 'sitegrade.internal'],
  browserSandbox: ['false', false],
  cruxApiKey: ['AIzaSyExample-1', 'AIzaSyExample-1'],
  name: ['Reports', 'Reports'],
  logo: [logo, logoUrl],
  logoDark: [logo, logoUrl],
  accent: ['#0B5cc4', '#0B5cc4'],
  footer: ['by us', 'by us'],
  metricsHost: ['10.20.0.6', '10.20.0.6'],
  metricsPort: ['0', 0],
};

/** For each setting texts that are not. */
const refused: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  port: ['abc', '-1', '1.5', '65536', '0x10', '1e3', '٣'],
  host: ['localhost:3000', 'http://localhost', 'a b'],
  database: ['mysql://a/b', 'a', 'postgres://user:p/w@localhost/app'],
  preparedStatements: ['off', 'no'],
  databaseFile: ['postgres://localhost/a'],
  crawlMaxPages: ['0', '100001', 'all'],
  crawlPerHost: ['0', '11'],
  render: ['yes', 'AUTO'],
  browserSandbox: ['no'],
  crawlMaxRunning: ['0', '10001'],
  quotaQueuedJobs: ['-1', '1.5', '1000000000', 'none'],
  quotaRunningCrawls: ['-1', 'all'],
  quotaCrawlPages: ['1e5'],
  quotaSchedules: ['-1', 'all'],
  quotaWebhooks: ['many'],
  quotaWaitingDeliveries: ['-1'],
  quotaRecipients: ['-1'],
  quotaMailsPerDay: ['1.5'],
  quotaAcceptedFindings: ['-1', 'all'],
  pruneOlderThan: ['90', '0d', '1w', '36501d', '1.5d'],
  pruneKeep: ['0', 'all', '-1'],
  pruneKeepCrawls: ['0', 'none'],
  defaultPrivacy: ['password', 'PUBLIC', 'toString'],
  maxConnections: ['0', '1001'],
  queue: ['redis', 'PG-BOSS', 'toString'],
  listenUrl: ['mysql://a/b', 'true', 'postgres://user:p/w@localhost/app'],
  worker: ['yes', '0', 'TRUE'],
  mcp: ['yes'],
  processes: ['0', '65', '-1', '1.5', 'auto'],
  concurrency: ['0', '51', '2.5'],
  publicUrl: ['example.com', 'ftp://example.com', 'http://u:p@a/', 'http://a/?b', 'http://'],
  trustProxy: [
    'true',
    '1',
    '127.0.0.1:80',
    '[::1]:80',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/00',
    'loopback,',
  ],
  authHeader: ['X Forwarded User', 'X_User', 'Cookie', 'X-Forwarded-For', 'x'],
  authProxies: ['proxy', 'uniquelocal', '10.0.0.0/33', '0.0.0.0/0', '127.0.0.1:80', 'loopback,'],
  authOwner: ['x'.repeat(256), 'ü'.repeat(128)],
  allowAddresses: ['localhost', '10.0.0.0/33', '1.2.3', '127.0.0.1:0', '127.0.0.1,', '::1/129'],
  allowLocalhost: ['yes', '1', 'on'],
  webhookAllowAddresses: ['localhost'],
  webhookAllowHttp: ['yes'],
  smtpUrl: [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com:0',
    'smtp://mail.example.com:70000',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls=no',
    'smtp://a b',
    'smtp://ann@mail.example.com',
    'smtp://:hunter2@mail.example.com',
    'smtp://ann:hunter2%zz@mail.example.com',
    'smtp://ann:hunter2%0d%0a@mail.example.com',
    'smtp://ann:hunter2/@mail.example.com',
  ],
  mailFrom: [
    'seo',
    'seo@',
    'SEO reports',
    'a@example.com, b@example.com',
    'SEO <seo@example.com> <b@example.com>',
    'SEO <seo@example.com>, b@example.com',
    'a\r\nb <seo@example.com>',
    `${'x'.repeat(61)} <seo@example.com>`,
    `${'x'.repeat(65)}@example.com`,
    `seo@${'x'.repeat(250)}.com`,
  ],
  allowPorts: ['all', '0', '80;443', '80,', '70000'],
  speedRuns: ['11', '-1', 'one'],
  browserUrl: ['browser:9222', 'ftp://browser', 'http://', 'ws://ann:hunter2@a b/'],
  browserProxyListen: ['localhost', '0.0.0.0:80'],
  browserProxyHost: ['sitegrade:80', 'a b'],
  cruxApiKey: ['hunter2 hunter2', 'hunter\u00fc', 'x'.repeat(501)],
  name: ['x'.repeat(61), 'a\u0007b'],
  logo: ['/nowhere/a.png', import.meta.filename],
  logoDark: ['/nowhere/a.png', import.meta.filename],
  accent: ['blue', '#12345'],
  footer: ['x'.repeat(301)],
  metricsHost: ['localhost:9464', 'a b'],
  metricsPort: ['x'],
};

/** What some of them need in addition. */
const postgres = { DATABASE_URL: 'postgres://localhost/a' };
const needed: Readonly<Partial<Record<SettingName, Texts>>> = {
  queue: postgres,
  listenUrl: postgres,
  smtpUrl: { MAIL_FROM: 'seo@example.com', PUBLIC_URL: 'https://seo.example.com' },
  mailFrom: { SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://seo.example.com' },
  authHeader: { AUTH_PROXIES: 'loopback' },
  authProxies: { AUTH_HEADER: 'X-User' },
  authOwner: { AUTH_HEADER: 'X-User', AUTH_PROXIES: 'loopback' },
  browserProxyListen: { BROWSER_URL: 'http://browser:9222', BROWSER_PROXY_HOST: 'a' },
  browserProxyHost: { BROWSER_URL: 'http://browser:9222', BROWSER_PROXY_LISTEN: '::' },
};

const flagOf = (name: SettingName, text: string): readonly string[] => {
  const [flag = '', value] = settings[name].flag.split(' ');
  return value === undefined ? [flag] : [`${flag}=${text}`];
};

describe('settings', () => {
  it('have defaults, also where a variable is empty', () => {
    expect(readVariables({})).toEqual(defaults);
    const empty = Object.values(settings).map(({ variable }) => [variable, ' ']);
    expect(readVariables(Object.fromEntries(empty))).toEqual(defaults);
  });

  it.each(all)('%s comes from its variable, or from its flag', (name) => {
    const [text, value] = allowed[name];
    const more = needed[name] ?? {};
    expect(readVariables({ ...more, [settings[name].variable]: text })[name]).toEqual(value);
    expect(readLine(flagOf(name, text), more).values?.[name]).toEqual(value);
  });

  it.each(all)('%s as a flag overrides its variable', (name) => {
    const [text, value] = allowed[name];
    const environment = {
      DATABASE_URL: 'postgres://localhost/a',
      ...needed[name],
      [settings[name].variable]: refused[name]?.[0] ?? 'other',
    };
    expect(readLine(flagOf(name, text), environment).values?.[name]).toEqual(value);
  });

  it.each(Object.entries(refused))(
    '%s is refused with its names, and what is allowed',
    (key, texts) => {
      const name = all.find((known) => known === key) ?? 'port';
      const { variable, flag, allowed: hint } = settings[name];
      const [option] = flag.split(' ');
      for (const text of texts) {
        const shown =
          'isSecret' in settings[name] ? 'not valid' : JSON.stringify(text.replace('u:p@', '…@'));
        const message = `${variable} (${option}) is ${shown}; allowed is ${hint}.`;
        expect(() => readVariables({ [variable]: text }), text).toThrow(message);
        if (!flag.includes(' ')) continue;
        const { exitCode, errors } = readLine([`${option}=${text}`]);
        expect(exitCode).toBe(2);
        expect(errors.join('')).toContain(
          `${option} (${variable}) is ${shown}; allowed is ${hint}.`,
        );
      }
    },
  );

  it('are all validated before the command ends', () => {
    const { errors, exitCode } = readLine(['--port', 'x', '--host='], { ALLOW_PORTS: 'y' });
    expect(exitCode).toBe(2);
    expect(errors.join('').match(/allowed is/g)).toHaveLength(3);
  });

  it.each([
    ['--database', 'mysql://ann:hunter2@localhost/a', '--database (DATABASE_URL) is not valid;'],
    [
      '--database',
      '"postgres://ann:hunter2@localhost/a"',
      'percent-encoded. It must not be in quotes',
    ],
    ['--database', 'postgres://ann:hunter2@localhost/a?schema=b', 'It has the parameter schema of'],
    [
      '--database',
      'postgres://ann:hunter2@localhost/a?sslkey=/b',
      'It has the parameter sslkey, whose',
    ],
    ['--listen-url', 'host=a password=hunter2', 'percent-encoded. It must be like postgres://user'],
    ['--listen-url', 'mysql://ann:hunter2@localhost/a', '--listen-url (LISTEN_URL) is not valid;'],
    ['--smtp-url', 'smtp://ann:hunter2@localhost/a', '--smtp-url (SMTP_URL) is not valid;'],
    ['--browser-url', 'http://ann:hunter2@a b/', '--browser-url (BROWSER_URL) is not valid;'],
    ['--database-file', 'postgres://ann:hunter2@localhost/a', 'is "postgres://…@localhost/a";'],
    ['--public-url', 'https://ann:hunter2@@example.com/', 'is "https://…@example.com/";'],
    ['--host', 'https://ann:hunter2@example.com/', 'is "https://…@example.com/";'],
  ])('%s never shows a password', (flag, text, shown) => {
    const { errors, exitCode } = readLine([flag, text]);
    expect(exitCode).toBe(2);
    expect(errors.join('')).toContain(shown);
    expect(errors.join('')).not.toContain('hunter2');
  });

  it('use the file instead of DATABASE_URL if its flag is given, but not both flags', () => {
    const environment = { DATABASE_URL: 'postgres://localhost/a', DATABASE_FILE: 'b.sqlite' };
    expect(readVariables(environment).database).toBe('postgres://localhost/a');
    const { values } = readLine(['--database-file', 'c.sqlite'], environment);
    expect(values).toMatchObject({ databaseFile: 'c.sqlite' });
    expect(values?.database).toBeUndefined();
    const both = readLine(['--database-file', 'c', '--database', 'postgres://localhost/a']);
    expect(both.exitCode).toBe(2);
    expect(both.errors.join('')).toContain('not both');
  });

  it.each([
    ['BROWSER_FILE', '/usr/bin/chromium', 'Use BROWSER_URL (--browser-url) or BROWSER_FILE'],
    ['BROWSER_SANDBOX', 'false', 'BROWSER_SANDBOX (--no-browser-sandbox) is for an installed'],
    ['BROWSER_PROXY_LISTEN', '0.0.0.0', 'set BROWSER_PROXY_HOST (--browser-proxy-host), too'],
    ['BROWSER_PROXY_HOST', 'a', 'set BROWSER_PROXY_LISTEN (--browser-proxy-listen), too'],
  ])('refuse a browser elsewhere with %s', (variable, text, message) => {
    const BROWSER_URL = 'http://browser:9222/?token=hunter2';
    expect(() => readVariables({ BROWSER_URL, [variable]: text })).toThrow(message);
    expect(() => readVariables({ BROWSER_URL, [variable]: text })).not.toThrow('hunter2');
  });

  it.each(['BROWSER_PROXY_LISTEN', 'BROWSER_PROXY_HOST'])(
    'refuse %s without a browser elsewhere',
    (variable) => {
      const environment = { BROWSER_PROXY_LISTEN: '::', BROWSER_PROXY_HOST: 'a' };
      expect(() => readVariables(environment)).toThrow('set BROWSER_URL (--browser-url)');
      expect(() => readVariables({ [variable]: '::1' })).toThrow('set BROWSER_URL (--browser-url)');
    },
  );

  it.each([
    [{ DATABASE_FILE: ':memory:' }, 'set DATABASE_FILE (--database-file) to a file.'],
    [{ WORKER: 'false' }, 'which needs a worker: remove WORKER (--no-worker) or PROCESSES.'],
    [{ METRICS_PORT: '65532' }, 'METRICS_PORT (--metrics-port) may be 65531 at most.'],
  ])('refuse several processes with %j', (environment, message) => {
    const PROCESSES = '4';
    const names = 'PROCESSES (--processes) is 4, ';
    expect(() => readVariables({ ...environment, PROCESSES })).toThrow(names);
    expect(() => readVariables({ ...environment, PROCESSES })).toThrow(message);
    expect(readVariables({ ...environment, PROCESSES: '1' }).processes).toBe(1);
    const METRICS_PORT = '65531';
    expect(readVariables({ PROCESSES, METRICS_PORT }).metricsPort).toBe(65_531);
    const DATABASE_URL = 'postgres://localhost/a';
    expect(readVariables({ PROCESSES, DATABASE_URL, DATABASE_FILE: ':memory:' }).processes).toBe(4);
  });

  it('become flags again, for another process', () => {
    const line = [
      ...['--database-file', 'a=b.sqlite', '--allow-localhost', '--no-browser-sandbox'],
      ...['--port', '0', '--processes', '2'],
    ];
    const names = ['databaseFile', 'allowLocalhost', 'browserSandbox', 'crawlPerHost'] as const;
    const command = addSettings(new Command('test'), all).parse(line, { from: 'user' });
    const flags = ['--database-file=a=b.sqlite', '--allow-localhost', '--no-browser-sandbox'];
    expect(flagsOf(command, names)).toEqual(flags);
    expect(readLine(flags).values).toMatchObject({
      databaseFile: 'a=b.sqlite',
      allowLocalhost: true,
      browserSandbox: false,
      processes: 1,
    });
  });

  it.each([
    [{ AUTH_HEADER: 'X-User' }, 'set the proxies it counts from, AUTH_PROXIES (--auth-proxies).'],
    [{ AUTH_PROXIES: 'loopback' }, 'AUTH_PROXIES (--auth-proxies) is set, which needs a header'],
    [{ AUTH_OWNER: 'team' }, 'AUTH_OWNER (--auth-owner) is set, which needs a header'],
  ])('refuse a part of the login of a proxy: %j', (environment, message) => {
    expect(() => readVariables(environment)).toThrow(message);
  });

  it('refuse pg-boss without Postgres', () => {
    expect(() => readVariables({ QUEUE: 'pg-boss' })).toThrow('needs Postgres');
    expect(
      readLine(['--queue', 'pg-boss', '--database-file', 'a'], { DATABASE_URL: 'postgres://a/b' })
        .exitCode,
    ).toBe(2);
  });

  it('refuse LISTEN_URL without Postgres, and where pg-boss wakes the workers', () => {
    const LISTEN_URL = 'postgres://localhost/a';
    expect(() => readVariables({ LISTEN_URL })).toThrow('needs Postgres');
    const environment = { LISTEN_URL, DATABASE_URL: LISTEN_URL };
    expect(() => readVariables({ ...environment, QUEUE: 'pg-boss' })).toThrow('of no use');
    // The flag of the file overrides both variables.
    const { values } = readLine(['--database-file', 'c.sqlite'], environment);
    expect(values).toMatchObject({ databaseFile: 'c.sqlite' });
    expect(values?.listenUrl).toBeUndefined();
    const both = readLine(['--database-file', 'c', '--listen-url', LISTEN_URL], environment);
    expect(both.errors.join('')).toContain('needs Postgres');
  });

  it.each([
    ['SMTP_URL', 'smtp://a', ['set MAIL_FROM (--mail-from)', 'set PUBLIC_URL (--public-url)']],
    ['MAIL_FROM', 'seo@example.com', ['set SMTP_URL (--smtp-url)']],
  ])('refuse %s without what mails need', (variable, text, hints) => {
    for (const hint of hints) expect(() => readVariables({ [variable]: text })).toThrow(hint);
    // What is wrong is given, and needs no second line.
    const both = { SMTP_URL: 'smtp://', MAIL_FROM: 'seo', PUBLIC_URL: 'a' };
    expect(() => readVariables(both)).not.toThrow('which needs');
    expect(() => readVariables(both)).toThrow('SMTP_URL (--smtp-url) is not valid');
  });

  it.each([
    ['smtp://localhost', { host: 'localhost', port: 587, isSecure: false, login: undefined }],
    ['smtps://10.0.0.7', { host: '10.0.0.7', port: 465, isSecure: true, login: undefined }],
    ['SMTP://[::1]:25/', { host: '::1', port: 25, isSecure: false, login: undefined }],
  ])('have the usual ports of mail servers: %s', (SMTP_URL, smtpUrl) => {
    expect(readVariables({ ...needed.smtpUrl, SMTP_URL })).toMatchObject({ smtpUrl });
  });

  it.each([
    ['seo@example.com', { name: '', address: 'seo@example.com' }],
    ['<seo@example.com>', { name: '', address: 'seo@example.com' }],
    ['"Doe, Ann" <ann@localhost>', { name: 'Doe, Ann', address: 'ann@localhost' }],
    ['Büro <buero+seo@example.com>', { name: 'Büro', address: 'buero+seo@example.com' }],
  ])('have a sender with or without a name: %s', (MAIL_FROM, mailFrom) => {
    expect(readVariables({ ...needed.mailFrom, MAIL_FROM })).toMatchObject({ mailFrom });
  });

  it('are in the table of the README, in order, with their flags, defaults and commands', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \|.*$/gm)].map(([row]) => row);
    const isOf = (names: readonly SettingName[], name: SettingName) => names.includes(name);
    const commandsOf = (name: SettingName) => {
      if (isOf(databaseSettings, name)) return 'all';
      return isOf(workSettings, name) ? 'serve, work' : 'serve';
    };
    for (const name of all) expect(isOf(serveSettings, name), name).toBe(true);
    const code = (text: string) => `\`${text}\``;
    expect(rows).toEqual(
      all.map((name) => {
        const { variable, flag, what, fallback, shownFallback } = settings[name] as {
          [key in 'variable' | 'flag' | 'what' | 'fallback' | 'shownFallback']: string;
        };
        const shown = fallback ? code(fallback) : (shownFallback ?? 'none');
        return `| ${code(variable)} | ${code(flag)} | ${shown} | ${commandsOf(name)} | ${what} |`;
      }),
    );
  });
});
