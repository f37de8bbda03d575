import { isSitegradeError } from '@sitegrade/foundation/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { checks } from '../checks/index.ts';
import { ownFetcher, testDns, testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { anyUrl, oddUrls } from '../fixtures/odd-urls.ts';
import { attribute, headers, inHeader, templates, xml } from '../fixtures/url-places.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { runChecks } from '../scoring/run-checks.ts';
import { auditPage } from './audit-page.ts';

it('no check throws for any URL in any place of a page', async () => {
  let cases = 0;
  const run = async (page: Parameters<typeof factsOf>[0], url: string) => {
    const failed: string[] = [];
    cases++;
    await runChecks(checks, await factsOf(page), {
      onCheckFailed: ({ check, error }) => failed.push(`${check} of ${url.slice(0, 99)}: ${error}`),
    });
    expect(failed).toEqual([]);
  };
  const urlInPage = fc.record({
    url: anyUrl,
    template: fc.constantFrom(...templates),
    base: fc.option(anyUrl, { freq: 5 }),
    header: fc.option(fc.constantFrom(...headers), { freq: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(urlInPage, async ({ url, template, base, header }) => {
      const named = attribute(url);
      const inHead = `${base === null ? '' : `<base href="${attribute(base)}">`}${template(named)}`;
      const sent = header === null ? {} : { [header[0]]: inHeader(header[1](url)) };
      await run({ head: inHead, body: template(named), headers: sent }, url);
    }),
    { numRuns: 1_000 },
  );
  expect(cases).toBeGreaterThanOrEqual(1_000);
});

/** A site that contains a URL in all places, and the failures of its report. */
async function startSiteWithUrl() {
  let [url, variant] = ['', ''];
  const site = await startHttp((request, response) => {
    const { url: path = '' } = request;
    const named = attribute(url);
    if (path === '/robots.txt') {
      response.end(`Sitemap: ${url}\nSitemap: ${site.url}map.xml\nSitemap: ${site.url}index.xml
Sitemap: ${site.url}map.txt\nUser-agent: *\nDisallow: ${url}x\nHost: ${url}\n`);
    } else if (path === '/map.xml') {
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="${xml(url)}"
        xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>${xml(url)}</loc><image><loc>${xml(url)}</loc></image>
        <xhtml:link rel="alternate" hreflang="de" href="${xml(url)}"/></url></urlset>`);
    } else if (path === '/index.xml') {
      response.end(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>${xml(url)}</loc></sitemap></sitemapindex>`);
    } else if (path === '/map.txt') response.end(`${url}\n${site.url}\n`);
    else if (variant === 'redirects' && path !== '/') {
      response.writeHead(302, { location: inHeader(url) }).end();
    } else {
      response.setHeader('content-type', 'text/html');
      if (variant === 'headers') {
        for (const [name, value] of headers)
          response.appendHeader(name, inHeader(value(url)).slice(0, 500));
      }
      const base = variant === 'base' ? `<base href="${named}">` : '';
      // All places contain the URL, or a URL that redirects to it.
      const target = variant === 'base' || variant === 'redirects' ? '/other' : named;
      const marks =
        variant === 'headers' ? '' : templates.map((template) => template(target)).join('\n');
      response.end(`<!doctype html><html lang=en><head><title>x</title>${base}${marks}<p>x`);
    }
  });
  const dns = await testDns({});
  const network = testNetwork({
    // Only the site itself may be requested.
    ports: [site.port],
    allowAddresses: [`127.0.0.1:${site.port}`],
    nameServers: [dns.address],
    limits: { totalMs: 20_000 },
  });
  const failureOf = async (name: string, how: string): Promise<string | null> => {
    [url, variant] = [name, how];
    const failed: string[] = [];
    try {
      await auditPage(parseTarget(site.url, network), {
        network,
        now: () => new Date('2026-01-01T00:00:00Z'),
        randomBytes: (size) => new Uint8Array(size),
        ruleset: defaultRuleset,
        expectIndexable: true,
        onCheckFailed: ({ check, error }) => failed.push(`${check}: ${error}`),
      });
    } catch (error) {
      failed.push(error instanceof Error ? `${error.stack}` : String(error));
    }
    return failed.length === 0 ? null : `${how} ${name.slice(0, 99)}: ${failed.join(', ')}`;
  };
  return {
    failureOf,
    site,
    network,
    redirectTo: (name: string) => {
      url = name;
      variant = 'redirects';
    },
  };
}

it.each(['page', 'headers', 'redirects'])(
  'no odd URL in the %s of a site makes its report fail',
  async (variant) => {
    const { failureOf } = await startSiteWithUrl();
    const failures: (string | null)[] = [];
    for (const url of oddUrls) failures.push(await failureOf(url, variant));
    expect(failures.filter((failure) => failure !== null)).toEqual([]);
    expect(failures.length).toBeGreaterThan(150);
  },
);

it('no random URL in a site makes its report fail', async () => {
  const { failureOf } = await startSiteWithUrl();
  const variant = fc.constantFrom('page', 'headers', 'base', 'redirects');
  await fc.assert(
    fc.asyncProperty(anyUrl, variant, async (url, how) => {
      expect(await failureOf(url, how)).toBeNull();
    }),
    { numRuns: 60 },
  );
});

it('a redirect to any URL ends with an error code or a response', async () => {
  const { site, network, redirectTo } = await startSiteWithUrl();
  for (const url of oddUrls) {
    redirectTo(url);
    const fetcher = ownFetcher(network);
    const error = await fetcher.fetch(new URL('/moved', site.url)).then(
      () => null,
      (reason) => reason,
    );
    await fetcher.close();
    const known = error === null || (isSitegradeError(error) && error.code !== 'internal');
    expect(known, `${url.slice(0, 99)}: ${error}`).toBe(true);
  }
});
