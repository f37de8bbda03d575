import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { extname } from 'node:path';
import type { RenderMode } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import { type Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { maxAgeDays, parseAge } from './age.ts';
import { parseMailServer, parseSender } from './mail-server.ts';
import { messageOf } from './message-of.ts';
import { allowedUserName, userNameIssue } from './user-name.ts';

/** A setting of a command: an environment variable that is also a flag. */
interface Setting<Value> {
  readonly variable: string;
  /** As commander reads it: `--port <port>`, `--allow-localhost`, or `--no-worker` for one that is on by default. */
  readonly flag: string;
  /** What it is, for the help and the README. */
  readonly what: string;
  /** What is allowed, for the error about another value. */
  readonly allowed: string;
  /** `undefined` for what is not allowed, or an error that says more, without a secret. */
  readonly parse: (text: string) => Value | undefined;
  /** The default as a text; without one the setting is optional. */
  readonly fallback?: string;
  /** Shown as the default instead of `none`. */
  readonly shownFallback?: string;
  /** Whether its value must not be printed. */
  readonly isSecret?: true;
}

/** A setting as it is written down here. */
interface Row<Value> extends Omit<Setting<Value>, 'variable' | 'flag'> {
  /** The name of its variable, if it has another one. */
  readonly variable?: string;
  /** What its flag takes; `undefined` for a flag that switches it on, or off if it is on by default. */
  readonly value?: string;
  /** Whether all processes must have the same value. */
  readonly isShared?: true;
}

type Optional<Value> = Row<Value> & { readonly fallback?: undefined };
type Required<Value> = Row<Value> & { readonly fallback: string };
type SettingOf<Any> = Any extends Row<infer Value> ? Setting<Value> : never;

const optional = <Value>(row: Optional<Value>) => row;
const required = <Value>(row: Required<Value>) => row;

/** One that is true or false. */
const boolean = (fallback: 'true' | 'false') => (row: Pick<Row<boolean>, 'what' | 'isShared'>) =>
  required({ ...row, allowed: 'true or false', fallback, parse: parseBoolean });
const on = boolean('true');
const off = boolean('false');

/** What a setting that is an integer allows. */
const integers = (least: number, most: number) => ({
  allowed: `an integer from ${least} to ${most}`,
  parse: (text: string) => integer(text, least, most),
});

const maxPort = 65_535;

/** Any number of digits would do: {@link integer} reads nine. */
const maxQuota = 999_999_999;
/** What one owner may have. */
const quota = (fallback: number, what: string) =>
  required({
    value: 'count',
    what,
    isShared: true,
    ...integers(0, maxQuota),
    fallback: String(fallback),
  });

const renderModes = ['auto', 'always', 'off'] as const satisfies readonly RenderMode[];

const maxLogoBytes = 37_000;
const logoTypes: Readonly<Record<string, string>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
  '.gif': 'gif',
  '.svg': 'svg+xml',
};

const logoFile = {
  allowed: `a PNG, JPEG, WebP, GIF or SVG file of at most ${maxLogoBytes / 1_000} kB`,
  parse: readLogo,
};

/** Every setting, in the order of the README. Its variable and its flag are its name, but for the variables given here. */
const rows = {
  port: required({
    value: 'port',
    what: 'Port to listen on; 0 for any free port.',
    allowed: 'an integer from 0 (any free port) to 65535',
    fallback: '3000',
    parse: (text) => integer(text, 0, maxPort),
  }),
  host: required({
    value: 'host',
    what: 'Address to listen on; 0.0.0.0 or :: for all.',
    allowed: 'an IP address or a host name, without port',
    fallback: '127.0.0.1',
    parse: parseHost,
  }),
  database: optional({
    variable: 'DATABASE_URL',
    value: 'url',
    what: 'The Postgres database: postgres://user:password@host:5432/name. Without it, SQLite.',
    allowed: 'postgres://user:password@host:5432/name, with special characters percent-encoded',
    parse: parseConnectionString,
    isSecret: true,
  }),
  preparedStatements: on({
    what: 'For DATABASE_URL through a PgBouncer in transaction mode; the variable is false then.',
  }),
  databaseFile: required({
    value: 'file',
    what: 'The SQLite database, created if it is missing. Not used with DATABASE_URL.',
    allowed: 'the path of a file; for Postgres, set DATABASE_URL (--database)',
    fallback: './sitegrade.sqlite',
    // A URL here is meant for DATABASE_URL: later errors would print its password.
    parse: (text) => matching(text, !/^[a-z]+:\/\//i.test(text)),
  }),
  maxConnections: required({
    value: 'count',
    what: 'Connections to Postgres that each process opens at most.',
    ...integers(1, 1_000),
    fallback: '10',
  }),
  queue: required({
    value: 'kind',
    what: 'How workers learn of jobs: embedded (LISTEN and NOTIFY on Postgres), or pg-boss (Postgres only).',
    isShared: true,
    allowed: 'embedded or pg-boss',
    fallback: 'embedded',
    parse: (text) => (text === 'embedded' || text === 'pg-boss' ? text : undefined),
  }),
  listenUrl: optional({
    value: 'url',
    what: 'The same database without a pooler, to hear of jobs, where DATABASE_URL goes through a PgBouncer in transaction mode.',
    allowed: 'postgres://user:password@host:5432/name, with special characters percent-encoded',
    shownFallback: 'DATABASE_URL',
    parse: parseConnectionString,
    isSecret: true,
  }),
  worker: on({
    what: 'Leave jobs to `sitegrade work`; the variable is false then.',
  }),
  mcp: off({
    what: 'Tools for coding agents at /mcp (Model Context Protocol), behind API keys. Needs the package @sitegrade/mcp, and PUBLIC_URL if clients are on other machines.',
  }),
  processes: required({
    value: 'count',
    what: 'Processes that work on jobs and crawls: 1 to 64. With 1, it is this one. With more, this one starts and watches them, and `sitegrade serve` only serves. Each has its own limits, browser and metrics: those of METRICS_PORT are of this one, and the next ports are theirs.',
    ...integers(1, 64),
    fallback: '1',
  }),
  concurrency: required({
    value: 'count',
    what: 'How many jobs run at a time in each process: 1 to 50.',
    ...integers(1, 50),
    fallback: '10',
  }),
  crawlMaxPages: required({
    value: 'count',
    what: 'Pages that a crawl may have at most: 1 to 100,000.',
    isShared: true,
    ...integers(1, 100_000),
    fallback: '10000',
  }),
  crawlPerHost: required({
    value: 'count',
    what: 'Pages of crawls and reports of jobs that are requested of one host at a time: 1 to 10. A report of a job sends up to four requests at a time, one that someone waits for eight if the process requests nothing else there.',
    isShared: true,
    ...integers(1, 10),
    fallback: '2',
  }),
  crawlMaxRunning: required({
    value: 'count',
    what: 'Crawls of all owners that run at a time; others wait.',
    isShared: true,
    ...integers(1, 10_000),
    fallback: '100',
  }),
  quotaQueuedJobs: quota(10000, 'Queued jobs that one owner may have.'),
  quotaRunningCrawls: quota(2, 'Crawls that one owner may have at a time; 0 for none.'),
  quotaCrawlPages: quota(20000, 'Pages that the crawls of one owner may request in a day (UTC).'),
  quotaSchedules: quota(1000, 'Schedules of websites that one owner may have; 0 for none.'),
  quotaWebhooks: quota(20, 'Webhooks that one owner may have; 0 for none.'),
  quotaWaitingDeliveries: quota(
    10000,
    'Deliveries to webhooks of one owner that may wait; later ones fail.',
  ),
  quotaRecipients: quota(
    100,
    'Recipients of mails about websites that one owner may have; 0 for none.',
  ),
  quotaMailsPerDay: quota(
    200,
    'Mails to recipients of one owner in 24 hours; what is beyond is not sent.',
  ),
  quotaAcceptedFindings: quota(
    10000,
    'Accepted findings of websites that one owner may have; 0 for none.',
  ),
  pruneOlderThan: optional({
    value: 'time',
    what: 'Workers delete reports and crawls that are older, every hour: 90d (days) or 36h (hours).',
    isShared: true,
    allowed: `90d for days or 36h for hours, at most ${maxAgeDays}d`,
    parse: parseAge,
  }),
  pruneKeep: optional({
    value: 'count',
    what: 'Workers delete reports beyond the latest ones of each URL, every hour.',
    isShared: true,
    ...integers(1, 999_999_999),
  }),
  pruneKeepCrawls: required({
    value: 'count',
    what: 'Workers delete crawls beyond the latest ones of each website, every hour; all keeps all.',
    isShared: true,
    allowed: 'an integer from 1 to 999999999, or all',
    fallback: '10',
    parse: (text) => (text === 'all' ? ('all' as const) : integer(text, 1, 999_999_999)),
  }),
  defaultPrivacy: required({
    value: 'privacy',
    what: 'Who may open the links of a new website: private (its owner) or public (everyone).',
    isShared: true,
    allowed: 'private or public',
    fallback: 'private',
    parse: (text) => (text === 'private' || text === 'public' ? text : undefined),
  }),
  ruleset: optional({
    value: 'file',
    what: 'A JavaScript module that exports a ruleset of your own.',
    isShared: true,
    allowed: 'a JavaScript module that exports a ruleset',
    shownFallback: 'all checks of sitegrade',
    parse: (text) => text,
  }),
  publicUrl: optional({
    value: 'url',
    what: 'Where callers reach the server, for links in responses, in messages to webhooks and in mails: https://reports.example.com.',
    isShared: true,
    allowed:
      'an http or https URL without user, query and fragment, such as https://reports.example.com',
    shownFallback: 'from the request',
    parse: parseUrl,
  }),
  trustProxy: optional({
    value: 'proxies',
    what: 'The proxies whose X-Forwarded-* headers count: addresses or ranges separated by commas, or loopback.',
    allowed: 'a comma-separated list of 10.0.0.0/8, 127.0.0.1, fd00::/8 or loopback',
    parse: (text) => parseList(text, parseProxy),
  }),
  authHeader: optional({
    value: 'name',
    what: 'The header in which a proxy names the user who has logged in to it, such as X-Forwarded-User: the console then needs no API key. Needs AUTH_PROXIES.',
    allowed: 'the name of a header that is for this alone, such as X-Forwarded-User',
    parse: parseAuthHeader,
  }),
  authProxies: optional({
    value: 'proxies',
    what: 'The proxies that AUTH_HEADER counts from, by the address of the connection: addresses or ranges separated by commas, or loopback.',
    allowed: 'a comma-separated list of 10.0.0.0/8, 127.0.0.1, fd00::/8 or loopback',
    parse: (text) => parseList(text, (entry) => matching(entry, isPeerRange(entry))),
  }),
  authOwner: optional({
    value: 'owner',
    what: 'The one owner that all users of AUTH_HEADER act for.',
    allowed: allowedUserName,
    shownFallback: 'each user is an owner',
    parse: (text) => matching(text, userNameIssue(text) === undefined),
  }),
  allowAddresses: optional({
    value: 'ranges',
    what: 'Addresses that reports may fetch although they are not public, separated by commas: 10.0.0.0/8, 127.0.0.1:8080, [::1]:8080.',
    allowed:
      'a comma-separated list of 10.0.0.0/8, 127.0.0.1, 127.0.0.1:8080, fd00::/8 or [::1]:8080',
    parse: (text) => parseList(text, (entry) => matching(entry, isAddressRange(entry))),
  }),
  allowLocalhost: off({
    what: 'Reports may fetch this machine, on any port: for development only.',
  }),
  allowPorts: optional({
    value: 'ports',
    what: 'Ports that reports may fetch: a list separated by commas, or any.',
    allowed: "'any' or a comma-separated list of integers from 1 to 65535",
    shownFallback: '80,443,8080,8443',
    parse: (text) =>
      text === 'any' ? text : parseList(text, (entry) => integer(entry, 1, maxPort)),
  }),
  webhookAllowAddresses: optional({
    value: 'ranges',
    what: 'Addresses that webhooks may have although they are not public, as in ALLOW_ADDRESSES, which is not for them. One with a port allows that port, also outside ALLOW_PORTS.',
    isShared: true,
    allowed:
      'a comma-separated list of 10.0.0.0/8, 127.0.0.1, 127.0.0.1:8080, fd00::/8 or [::1]:8080',
    parse: (text) => parseList(text, (entry) => matching(entry, isAddressRange(entry))),
  }),
  webhookAllowHttp: off({
    what: 'Webhooks may have URLs with http:, whose messages can be read on the way.',
    isShared: true,
  }),
  smtpUrl: optional({
    value: 'url',
    what: 'The mail server for mails to recipients: smtp://user:password@mail.example.com:587, or smtps:// where connections begin with TLS. Needs MAIL_FROM and PUBLIC_URL.',
    isShared: true,
    allowed:
      'smtp://user:password@mail.example.com:587 or smtps://, with both user and password or none, and special characters percent-encoded',
    shownFallback: 'no mails',
    parse: parseMailServer,
    isSecret: true,
  }),
  mailFrom: optional({
    value: 'address',
    what: 'The sender of mails: SEO reports <seo@example.com>.',
    isShared: true,
    allowed: 'an address such as seo@example.com, or with a name: SEO reports <seo@example.com>',
    parse: parseSender,
  }),
  trustedCertificatesFile: optional({
    value: 'file',
    what: 'A PEM file of certificate authorities to trust in addition to the well-known ones, for private sites.',
    allowed: 'a file that holds certificates in PEM',
    parse: (text) => text,
  }),
  render: required({
    value: 'pages',
    what: 'Which pages of reports are rendered in a browser: auto for those whose HTML seems to depend on scripts, always for all, or off. Of crawls, no more than with auto. With auto or always, or with SPEED_RUNS, reports, crawls and websites can be downloaded as PDF. Needs an installed Chromium, Chrome or Edge.',
    isShared: true,
    allowed: renderModes.join(', '),
    fallback: 'off',
    parse: (text) => renderModes.find((mode) => mode === text),
  }),
  speedRuns: required({
    value: 'count',
    what: 'How many times each page of a report is loaded as by a phone with a slow connection, to measure its speed: 0 to 10. Each takes 6 to 50 seconds, in which no other page is rendered. Not for crawls. Needs an installed Chromium, Chrome or Edge, also without RENDER.',
    isShared: true,
    ...integers(0, 10),
    fallback: '0',
  }),
  browserFile: optional({
    value: 'file',
    what: 'The browser to render and to print with.',
    allowed: 'the path of Chromium, Chrome or Edge',
    shownFallback: 'the one that is installed',
    parse: (text) => text,
  }),
  browserUrl: optional({
    value: 'url',
    what: 'A browser that someone else has started, in place of BROWSER_FILE: http://browser:9222. Not all that protects the network from pages can be enforced in it: only one that is for sitegrade alone.',
    allowed: 'a URL with http://, https://, ws:// or wss://',
    parse: (text) =>
      matching(text, /^(?:https?|wss?):\/\/[^/?#]/i.test(text) && URL.canParse(text)),
    isSecret: true,
  }),
  browserProxyListen: optional({
    value: 'address',
    what: 'Where the proxies of rendered pages listen, on random ports, if the browser of BROWSER_URL is on another machine or in another container: 0.0.0.0. Needs BROWSER_PROXY_HOST.',
    allowed: 'an IP address',
    shownFallback: 'loopback',
    parse: (text) => matching(text, isIP(text) !== 0),
  }),
  browserProxyHost: optional({
    value: 'host',
    what: 'The host under which that browser reaches this process: sitegrade.internal. Needs BROWSER_PROXY_LISTEN.',
    allowed: 'a host name or an IP address',
    parse: parseHost,
  }),
  browserSandbox: on({
    what: 'Renders without the sandbox of the browser; the variable is false then. A page that exploits a bug of the browser gets the rights of this process: only in a container that has nothing else.',
  }),
  cruxApiKey: optional({
    value: 'key',
    what: 'Adds to reports what real visitors had: an API key of Google Cloud for the Chrome UX Report API, which gets the URL of each public page, without its query. Not for crawls.',
    isShared: true,
    allowed: 'an API key of Google Cloud, without spaces',
    parse: (text) => matching(text, /^[\x21-\x7e]{1,500}$/.test(text)),
    isSecret: true,
  }),
  name: optional({
    variable: 'PAGES_NAME',
    value: 'name',
    what: 'The name at the top of the pages and of mails.',
    allowed: 'a text of 1 to 60 characters',
    shownFallback: 'sitegrade',
    parse: (text) => matching(text, isLine(text, 60)),
  }),
  logo: optional({
    variable: 'PAGES_LOGO',
    value: 'file',
    what: 'A logo in place of the name: PNG, JPEG, WebP, GIF or SVG, of at most 37 kB. Mails have the name.',
    ...logoFile,
  }),
  logoDark: optional({
    variable: 'PAGES_LOGO_DARK',
    value: 'file',
    what: 'The logo on dark pages. Without it, the logo has a light background there.',
    ...logoFile,
  }),
  accent: optional({
    variable: 'PAGES_ACCENT',
    value: 'colour',
    what: 'The colour of links and buttons, also in mails: #0b5cc4.',
    allowed: 'a colour such as #0b5cc4',
    parse: (text) => matching(text, /^#[0-9a-f]{6}$/i.test(text)),
  }),
  footer: optional({
    variable: 'PAGES_FOOTER',
    value: 'text',
    what: 'A line of text at the bottom of the pages.',
    allowed: 'a text of 1 to 300 characters',
    parse: (text) => matching(text, isLine(text, 300)),
  }),
  metricsHost: optional({
    value: 'host',
    what: 'The address of METRICS_PORT, where Prometheus is on another machine than the proxy.',
    allowed: 'an IP address or a host name, without port',
    shownFallback: 'HOST',
    parse: parseHost,
  }),
  metricsPort: optional({
    value: 'port',
    what: 'A second port, for /metrics, /health and /ready. Without it there are no metrics.',
    allowed: 'an integer from 0 (any free port) to 65535',
    parse: (text) => integer(text, 0, maxPort),
  }),
};

/** The settings with the names that people use. */
export const settings = Object.fromEntries(
  Object.entries(rows as Readonly<Record<string, Row<unknown>>>).map(([name, row]) => [
    name,
    named(name, row),
  ]),
) as { readonly [Name in keyof typeof rows]: SettingOf<(typeof rows)[Name]> };

function named(
  name: string,
  { value, variable, what, isShared, ...row }: Row<unknown>,
): Setting<unknown> {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const flag =
    value === undefined ? (row.fallback === 'true' ? `no-${words}` : words) : `${words} <${value}>`;
  return {
    ...row,
    variable: variable ?? words.replaceAll('-', '_').toUpperCase(),
    flag: `--${flag}`,
    what: isShared ? `${what} The same in all processes.` : what,
  };
}

/** The name of a setting in the code. */
export type SettingName = keyof typeof settings;

type ValueOf<Any> =
  Any extends Required<infer Value>
    ? Value
    : Any extends Row<infer Value>
      ? Value | undefined
      : never;

/** The values of all settings. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof rows)[Name]> };

type Environment = Readonly<Record<string, string | undefined>>;

const anySetting = (name: SettingName): Setting<unknown> => settings[name];

/** Adds the flags of settings to a command, with their variables and defaults in its help. */
export function addSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) {
    const { flag, what, variable, fallback, shownFallback } = anySetting(name);
    const shown = fallback ?? shownFallback;
    const notes = [`env: ${variable}`, ...(shown === undefined ? [] : [`default: ${shown}`])];
    command.addOption(new Option(flag, `${what} (${notes.join(', ')})`));
  }
  return command;
}

/**
 * Reads settings of a command. A flag overrides its variable, and a variable that is empty counts as not set.
 * Ends the command with exit code 2 and a line for every wrong value.
 */
export function settingsOf<Name extends SettingName>(
  command: Command,
  names: readonly Name[],
  environment: Environment = process.env,
): Pick<Settings, Name> {
  const flags: Record<string, unknown> = {};
  for (const name of names) {
    // Commander has its own default for a flag that begins with `--no-`.
    if (command.getOptionValueSource(name) === 'cli') flags[name] = command.getOptionValue(name);
  }
  try {
    return readSettings(names, flags, environment);
  } catch (error) {
    return refuseSettings(command)(error);
  }
}

/** The flags that were given to a command, for another process with the same settings. */
export function flagsOf(command: Command, names: readonly SettingName[]): string[] {
  const given = names.filter((name) => command.getOptionValueSource(name) === 'cli');
  return given.map((name) => {
    const [flag = '', value] = anySetting(name).flag.split(' ');
    return value === undefined ? flag : `${flag}=${command.getOptionValue(name)}`;
  });
}

/** Ends the command with exit code 2 for wrong settings; any other error is thrown again. */
export function refuseSettings(command: Command): (error: unknown) => never {
  return (error) => {
    if (error instanceof WrongSettings) return command.error(error.message, { exitCode: 2 });
    throw error;
  };
}

/** Wrong settings, which the message names. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
}

/**
 * Reads settings from flags and variables.
 *
 * @throws WrongSettings with a line for every wrong value: the value, unless it is a secret, and what is allowed.
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: Readonly<Partial<Record<string, unknown>>>,
  environment: Environment,
): Pick<Settings, Name> {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  const variableOf = (name: SettingName) =>
    environment[anySetting(name).variable]?.trim() || undefined;
  for (const name of names) {
    const setting = anySetting(name);
    const flag = flags[name] === undefined ? undefined : String(flags[name]).trim();
    const text = flag ?? variableOf(name) ?? setting.fallback;
    if (text === undefined) continue;
    try {
      values[name] = text === '' ? undefined : setting.parse(text);
      if (values[name] === undefined) problems.push(problemOf(setting, text, flag !== undefined));
    } catch (error) {
      problems.push(`${problemOf(setting, text, flag !== undefined)} ${messageOf(error)}`);
    }
  }
  const has = (name: SettingName) => names.some((known) => known === name);
  if (has('database') && has('databaseFile') && flags.databaseFile !== undefined) {
    if (flags.database !== undefined) problems.push('Use --database or --database-file, not both.');
    // A flag overrides the variables.
    delete values.database;
    if (flags.listenUrl === undefined) delete values.listenUrl;
  }
  if (has('queue') && values.queue === 'pg-boss' && values.database === undefined) {
    problems.push(
      '--queue (QUEUE) is "pg-boss", which needs Postgres: set --database (DATABASE_URL).',
    );
  }
  if (has('listenUrl') && values.listenUrl !== undefined) {
    if (values.database === undefined) {
      problems.push(
        'LISTEN_URL (--listen-url) is set, which needs Postgres: set --database (DATABASE_URL).',
      );
    } else if (values.queue === 'pg-boss') {
      problems.push(
        'LISTEN_URL (--listen-url) is of no use with QUEUE (--queue) "pg-boss": remove one.',
      );
    }
  }
  if (has('processes') && has('databaseFile')) {
    problems.push(...processesProblems(values as Partial<Settings>));
  }
  const isGiven = (name: SettingName) => (flags[name] ?? variableOf(name)) !== undefined;
  const isMissing = (name: SettingName) => has(name) && !isGiven(name);
  if (has('smtpUrl') && isGiven('smtpUrl')) {
    if (isMissing('mailFrom')) {
      problems.push(
        'SMTP_URL (--smtp-url) is set, which needs a sender: set MAIL_FROM (--mail-from).',
      );
    }
    if (isMissing('publicUrl')) {
      problems.push(
        'SMTP_URL (--smtp-url) is set, which needs a URL for links in mails: set PUBLIC_URL (--public-url).',
      );
    }
  }
  if (has('mailFrom') && isGiven('mailFrom') && isMissing('smtpUrl')) {
    problems.push(
      'MAIL_FROM (--mail-from) is set, which needs a mail server: set SMTP_URL (--smtp-url).',
    );
  }
  if (has('authHeader') && has('authProxies')) problems.push(...authProblems(isGiven));
  if (has('browserUrl')) problems.push(...browserProblems(isGiven));
  if (problems.length > 0) throw new WrongSettings(problems.join('\n'));
  return values as Pick<Settings, Name>;
}

/** What does not fit together with several processes. */
function processesProblems({
  processes = 1,
  database,
  databaseFile,
  worker,
  metricsPort = 0,
}: Partial<Settings>): string[] {
  if (processes === 1) return [];
  const name = `PROCESSES (--processes) is ${processes}`;
  const lastPort = maxPort - processes;
  return [
    ...(database === undefined && databaseFile === ':memory:'
      ? [
          `${name}, which needs a database that several processes can open: set DATABASE_FILE (--database-file) to a file.`,
        ]
      : []),
    ...(worker === false
      ? [`${name}, which needs a worker: remove WORKER (--no-worker) or PROCESSES.`]
      : []),
    ...(metricsPort > lastPort
      ? [
          `${name}, and each has its own port for metrics: METRICS_PORT (--metrics-port) may be ${lastPort} at most.`,
        ]
      : []),
  ];
}

/** What does not fit together of the login of a proxy. */
function authProblems(isGiven: (name: SettingName) => boolean): string[] {
  const header = 'AUTH_HEADER (--auth-header)';
  const proxies = 'AUTH_PROXIES (--auth-proxies)';
  if (isGiven('authHeader')) {
    return isGiven('authProxies')
      ? []
      : [`${header} is set, which anyone can send: set the proxies it counts from, ${proxies}.`];
  }
  const given = [
    isGiven('authProxies') && proxies,
    isGiven('authOwner') && 'AUTH_OWNER (--auth-owner)',
  ];
  return given.flatMap((name) =>
    name ? [`${name} is set, which needs a header: set ${header}.`] : [],
  );
}

/** What does not fit together of the settings of the browser. */
function browserProblems(isGiven: (name: SettingName) => boolean): string[] {
  const url = 'BROWSER_URL (--browser-url)';
  const [listen, host] = [
    'BROWSER_PROXY_LISTEN (--browser-proxy-listen)',
    'BROWSER_PROXY_HOST (--browser-proxy-host)',
  ];
  const [hasUrl, hasListen, hasHost] = [
    isGiven('browserUrl'),
    isGiven('browserProxyListen'),
    isGiven('browserProxyHost'),
  ];
  return [
    ...(hasUrl && isGiven('browserFile')
      ? [`Use ${url} or BROWSER_FILE (--browser-file), not both.`]
      : []),
    ...(hasUrl && isGiven('browserSandbox')
      ? [`${url} is set: BROWSER_SANDBOX (--no-browser-sandbox) is for an installed browser.`]
      : []),
    ...(!hasUrl && (hasListen || hasHost)
      ? [`${hasListen ? listen : host} is set, which needs a browser elsewhere: set ${url}.`]
      : []),
    ...(hasListen && !hasHost ? [`${listen} is set: set ${host}, too.`] : []),
    ...(hasHost && !hasListen ? [`${host} is set: set ${listen}, too.`] : []),
  ];
}

function problemOf(setting: Setting<unknown>, text: string, isFlag: boolean): string {
  const flag = setting.flag.split(' ')[0];
  const names = isFlag ? `${flag} (${setting.variable})` : `${setting.variable} (${flag})`;
  const shown = setting.isSecret ? 'not valid' : JSON.stringify(withoutLogin(text));
  return `${names} is ${shown}; allowed is ${setting.allowed}.`;
}

/** Without the user and the password of a URL. */
function withoutLogin(text: string): string {
  return text.replace(/\/\/.*@/, '//…@');
}

/** What the log of a process says at its start. */
export function startDetails({
  database,
  databaseFile,
  worker,
  processes,
  concurrency,
}: Pick<Settings, 'database' | 'databaseFile' | 'processes' | 'concurrency'> &
  Partial<Pick<Settings, 'worker'>>) {
  return {
    version: manifest.version,
    database: database === undefined ? databaseFile : hostOf(database),
    ...(worker !== undefined && { worker }),
    ...(processes > 1 && { processes }),
    concurrency,
  };
}

/** How errors name the setting of the database in use. */
export function databaseName({
  database,
  databaseFile,
}: Pick<Settings, 'database' | 'databaseFile'>): string {
  if (database === undefined)
    return `DATABASE_FILE (--database-file) is ${JSON.stringify(databaseFile)}`;
  return `DATABASE_URL (--database) is a database on ${hostOf(database)}`;
}

/** The host of a connection string, which has no password. */
export function hostOf(connectionString: string): string {
  const host = URL.canParse(connectionString) ? new URL(connectionString).host : '';
  return host || 'a local socket';
}

function matching(text: string, isAllowed: boolean): string | undefined {
  return isAllowed ? text : undefined;
}

function integer(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/** @throws Error that says what is wrong. */
function parseConnectionString(text: string): string {
  try {
    // Validates the text, and opens no connection.
    postgresStore({ connectionString: text });
  } catch (error) {
    throw new Error(messageOf(error).replace(/^postgresStore: \w+/, 'It'));
  }
  return text;
}

function parseUrl(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, search, hash } = new URL(text);
  return matching(text, username + password + search + hash === '');
}

function parseList<Value>(
  text: string,
  parse: (entry: string) => Value | undefined,
): Value[] | undefined {
  const values: Value[] = [];
  for (const entry of text.split(',')) {
    const value = parse(entry.trim());
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function parseProxy(text: string): string | undefined {
  if (/^(?:loopback|linklocal|uniquelocal)$/.test(text)) return text;
  // A range of all addresses is refused: any client could then claim any address.
  return matching(text, isAddressRange(text) && !/\]|^[\d./]+:|\/0+$/.test(text));
}

/** An address or a range of them, on one port or on all. */
function isAddressRange(text: string): boolean {
  const [, v6, v4, port] = /^(?:\[([^\]]+)\]|([\d./]+)):(\d{1,5})$/.exec(text) ?? [];
  if (port !== undefined && integer(port, 1, maxPort) === undefined) return false;
  const [address = '', bits, ...rest] = (v6 ?? v4 ?? text).split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** A peer may be on this machine, or within a range. */
function isPeerRange(text: string): boolean {
  return (
    text === 'loopback' ||
    (isIP(text) !== 0 || text.includes('/') ? parseProxy(text) !== undefined : false)
  );
}

/** Headers that clients or other proxies set, too. */
const commonHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'forwarded',
  'from',
  'host',
  'origin',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);

function parseAuthHeader(text: string): string | undefined {
  const name = text.toLowerCase();
  return matching(name, /^[a-z][a-z0-9-]{1,99}$/.test(name) && !commonHeaders.has(name));
}

function parseHost(text: string): string | undefined {
  return matching(text, isIP(text) !== 0 || /^[\w-]+(?:\.[\w-]+)*$/.test(text));
}

function isLine(text: string, max: number): boolean {
  return text.length <= max && !/[\p{Cc}\p{Cf}]/u.test(text);
}

function readLogo(file: string): string | undefined {
  const type = logoTypes[extname(file).toLowerCase()];
  if (type === undefined) return undefined;
  const bytes = readFileSync(file);
  if (bytes.length > maxLogoBytes) throw new Error(`It has ${bytes.length / 1_000} kB.`);
  return `data:image/${type};base64,${bytes.toString('base64')}`;
}
