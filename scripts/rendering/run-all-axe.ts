import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/find-chromium.ts';

/** The ids of the rules of axe-core by what they decided about a page. */
interface AxeVerdict {
  /** With the start of an element that breaks the rule. */
  readonly violations: ReadonlyMap<string, string>;
  /** Rules with elements that they could not decide on. */
  readonly undecided: ReadonlySet<string>;
}

/** Runs rules of axe-core in Chromium, on pages of a server on loopback. */
interface AxeBrowser {
  readonly version: string;
  /** Loads a URL without leaving it, and runs rules on it; not at once with another. */
  run(url: string): Promise<AxeVerdict>;
  close(): Promise<void>;
}

interface PlainResults {
  readonly violations: readonly (readonly [id: string, html: string])[];
  readonly incomplete: readonly string[];
}

/** Starts the browser, for these rules. */
export async function openAxeBrowser(rules: readonly string[]): Promise<AxeBrowser> {
  const source = readFileSync(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  let wanted: string | undefined;
  await page.route('**', (route) => {
    const request = route.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      // A page that goes elsewhere would be taken for another page.
      if (request.url() !== wanted) return route.abort('aborted');
      wanted = undefined;
      return route.continue();
    }
    return /^http:\/\/127\.0\.0\.1:/.test(request.url())
      ? route.continue()
      : route.abort('blockedbyclient');
  });
  return {
    version: /axe v([\d.]+)/.exec(source)?.[1] ?? 'unknown',
    async run(url) {
      wanted = url;
      await page.goto(url);
      await page.evaluate(source);
      const options = JSON.stringify({ runOnly: { type: 'rule', values: rules }, iframes: false });
      const results = (await page.evaluate(`axe
        .run(document, ${options})
        .then(({ violations, incomplete }) => ({
          violations: violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160)]),
          incomplete: incomplete.map(({ id }) => id),
        }))`)) as PlainResults;
      return {
        violations: new Map(results.violations),
        undecided: new Set(results.incomplete),
      };
    },
    close: () => browser.close(),
  };
}
