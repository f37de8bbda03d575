import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findChromium } from './find-chromium.ts';

const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How a visitor's browser is set up. */
interface VisitorOptions {
  /** Width of the window in pixels. Default: 1,440. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Default: `true`. */
  readonly javaScriptEnabled?: boolean;
  /** Cookies that the browser has already, by name. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** Other origins that may be loaded. Default: none. */
  readonly otherOrigins?: readonly string[];
}

/** A visitor with a new browser profile. */
interface Visitor {
  readonly page: Page;
  /** What went wrong in the browser so far. A test that leaves some here fails. */
  readonly faults: string[];
}

/** Opens a browser profile on a site: its pages are then `page.goto('/path')`. */
type Visit = (origin: string, options?: VisitorOptions) => Promise<Visitor>;

/**
 * Starts a browser for the tests of a file. A test fails on an error in the console, an exception, a
 * violation of the content security policy, a request to another origin, a file that is missing, and a
 * response with a 5xx.
 */
export function useBrowser(): Visit {
  let browser: Browser;
  const visits: { readonly context: BrowserContext; readonly faults: string[] }[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: launchArgs });
  });
  afterEach(async () => {
    const ended = visits.splice(0);
    for (const { context } of ended) await context.close();
    expect(ended.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return async (origin, options = {}) => {
    const { width = 1_440, cookies = {}, otherOrigins = [], ...others } = options;
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      ...others,
    });
    const faults: string[] = [];
    watch(context, [origin, ...otherOrigins], faults);
    visits.push({ context, faults });
    await context.addInitScript(reportViolations);
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })),
    );
    return { page: await context.newPage(), faults };
  };
}

const reportViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.error('content security policy: ' + event.effectiveDirective + ' ' + event.blockedURI));`;

function watch(context: BrowserContext, origins: readonly string[], faults: string[]): void {
  context.on('console', (message) => {
    // Also logged for pages with a 4xx, which may be right. Files are checked below.
    const isLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isLoad) faults.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    faults.push(`exception: ${error.error().message}`);
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && !origins.includes(origin)) faults.push(`request: ${request.url()}`);
  });
  context.on('response', (response) => {
    const limit = response.request().isNavigationRequest() ? 500 : 400;
    if (response.status() >= limit) faults.push(`response: ${response.status()} ${response.url()}`);
  });
}
