import { importing } from './time-node.ts';

/** A measurement with the most that it may be. */
export interface Budgeted {
  /** What was measured: `sitegrade: packages`. */
  readonly what: string;
  readonly measured: number;
  readonly budget: number;
}

/** An installation in an empty folder, and its budgets. */
interface Installation {
  /** The packages that a user installs. npm adds those that they need, peers included. */
  readonly packages: readonly string[];
  /** The most packages in `node_modules`. */
  readonly count: number;
  /** The most kilobytes in `node_modules`, without what install scripts compile. */
  readonly kilobytes: number;
}

// Counts and sizes are what was measured and some 10 %: a new dependency must be a decision.

export const installations = {
  sitegrade: { packages: ['sitegrade'], count: 18, kilobytes: 14_600 },
  'on Fastify and SQLite': {
    packages: ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-fastify'],
    count: 106,
    kilobytes: 36_500,
  },
  'on Express and Postgres': {
    packages: ['@sitegrade/core', '@sitegrade/store-postgres', '@sitegrade/adapter-express'],
    count: 103,
    kilobytes: 18_300,
  },
  'sitegrade with its server': {
    packages: ['sitegrade', '@sitegrade/server'],
    count: 142,
    kilobytes: 54_500,
  },
  'sitegrade with tools for agents': {
    packages: ['sitegrade', '@sitegrade/mcp'],
    count: 23,
    kilobytes: 30_700,
  },
} as const satisfies Readonly<Record<string, Installation>>;

/** The most kilobytes of a package's tarball. */
export const tarballKilobytes: Readonly<Record<string, number>> = {
  sitegrade: 72,
  '@sitegrade/core': 1_800,
  '@sitegrade/store-memory': 50,
  '@sitegrade/store-sqlite': 260,
  '@sitegrade/store-postgres': 275,
  '@sitegrade/queue-pg-boss': 6,
  '@sitegrade/renderer-chromium': 79,
  '@sitegrade/mcp': 29,
  '@sitegrade/adapter-fastify': 9,
  '@sitegrade/adapter-express': 9,
  '@sitegrade/adapter-fetch': 7,
  '@sitegrade/server': 78,
  '@sitegrade/testing': 108,
};

/**
 * The most lines of TypeScript: the sum of these. A part may rise only by one more, which says what its lines are for, and
 * falls with what is removed.
 */
export const lineBudgets: Readonly<Record<'product' | 'others', Readonly<Record<string, number>>>> =
  {
    product: {
      'on 30 November 2026': 154_448,
      'eight requests of a report at a time, where it is alone': 106,
      'errors that are not made, and compiled code that is kept': 22,
      'no wait for rules in a page that was stopped': 2,
      'comparisons that look each check up once': 11,
      'HTTP/2, with bounds for what a server sends': 342,
      'results that the reports of a batch share': 262,
      'several processes of one command': 257,
      'crawls of the command with several threads': 390,
      'searches of one or two characters, or without letters, by an index': 48,
      'crawls in views and reports in parts, with charts': 1_027,
      'websites as a story, their settings, and a portfolio': 773,
      'wordmarks, PDFs of crawls and websites, and mails that say each thing once': 841,
      'waterfall, weight and film of a load': 1_131,
    },
    others: {
      'on 30 November 2026': 157_642,
      'tests of eight requests at a time, and of compiled code': 175,
      'hostile pages that leave a busy machine time to stop them': 3,
      'servers of HTTP/2 that fail or are hostile, in tests and attacks': 537,
      'tests of results that the reports of a batch share': 432,
      'tests of several processes of one command': 378,
      'tests of crawls with several threads': 295,
      'tests of searches of one or two characters': 82,
      'benchmarks of whole processes, and beside what does the same work': 443,
      'tests and pictures of views, parts and charts': 488,
      'tests of the pages of websites': 434,
      'tests of wordmarks, PDFs and mails': 419,
      'tests of the pictures of a load': 888,
    },
  };

const firstReportOf = (page: string) => `
  import { analyzePage, createContext } from '@sitegrade/core';
  import { memoryStore } from '@sitegrade/store-memory';
  const network = { allowAddresses: ['127.0.0.0/8'], ports: 'any' };
  const context = createContext({ store: memoryStore(), network });
  await analyzePage(context, 'owner', { url: ${JSON.stringify(page)} });
`;

const command = 'node_modules/sitegrade/dist/sitegrade.js';

/**
 * The most CPU time of a process, relative to one that does nothing: one and a half times what was measured. The
 * ratio changes little from machine to machine, and while others use it.
 */
export const timeBudgets: readonly {
  readonly what: string;
  readonly installation: keyof typeof installations;
  readonly args: (page: string) => readonly string[];
  readonly budget: number;
}[] = [
  {
    what: 'sitegrade --version',
    installation: 'sitegrade',
    args: () => [command, '--version'],
    budget: 2.3,
  },
  {
    what: 'sitegrade --help',
    installation: 'sitegrade',
    args: () => [command, '--help'],
    budget: 2.3,
  },
  {
    what: 'sitegrade URL, a report of a page on this machine',
    installation: 'sitegrade',
    args: (page) => [command, page],
    budget: 15.5,
  },
  {
    what: 'sitegrade URL --format html',
    installation: 'sitegrade',
    args: (page) => [command, page, '--format', 'html'],
    budget: 15.5,
  },
  {
    what: 'import core, store-sqlite, adapter-fastify and Fastify',
    installation: 'on Fastify and SQLite',
    args: () => importing(...installations['on Fastify and SQLite'].packages, 'fastify'),
    budget: 7.5,
  },
  {
    what: 'import core, store-postgres, adapter-express and Express',
    installation: 'on Express and Postgres',
    args: () => importing(...installations['on Express and Postgres'].packages, 'express'),
    budget: 7.5,
  },
  {
    what: 'import core and make the first report',
    installation: 'sitegrade',
    args: (page) => ['--input-type=module', '--eval', firstReportOf(page)],
    budget: 15,
  },
];

/** Those over their budget. A budget that is missing, or a measurement that failed, is not one that is met. */
export function exceeded(all: readonly Budgeted[]): Budgeted[] {
  return all.filter(({ measured, budget }) => !(measured <= budget));
}
