import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { runChecks } from '../../packages/audit/src/scoring/run-checks.ts';
import { startSites } from '../../packages/renderer-chromium/test/start-sites.ts';
import { pageOf, useRenderer } from '../../packages/renderer-chromium/test/use-renderer.ts';

// Pages with a real consent tool (https://cookieconsent.orestbida.com) and with trackers that wait for it, or do not.

const sites = startSites();
const render = useRenderer(sites);

const tool = readFile('node_modules/vanilla-cookieconsent/dist/cookieconsent.umd.js', 'utf8');
const tracker = 'http://static.hotjar.com/c/hotjar-1234.js';
const start = `CookieConsent.run({
  categories: { necessary: { readOnly: true }, analytics: {} },
  language: { default: 'de', translations: { de: {
    consentModal: { title: 'Cookies', description: 'Dürfen wir?', acceptAllBtn: 'Ja', acceptNecessaryBtn: 'Nein' },
    preferencesModal: { title: 'Cookies', acceptAllBtn: 'Ja', acceptNecessaryBtn: 'Nein', sections: [] },
  } } },
})`;

/** The checks of privacy, of a German page with these scripts. */
async function privacyOf(scripts: string) {
  const html = `<!doctype html><html lang="de"><title>Roggenbrot</title><h1>Roggenbrot</h1>${scripts}</html>`;
  sites.serve('http://site.test/', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  const source = await tool;
  sites.serve('http://site.test/consent.js', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
  });
  sites.serve(tracker, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end("document.cookie = '_hjSession_1234=s3cret; max-age=63072000; path=/'");
  });
  const rendered = pageOf(await render());
  const facts = await factsOf({ url: 'http://site.test/', html, rendered });
  const results = await runChecks(checks, facts);
  return {
    html: rendered.html,
    loads: results.get('tracker-consent'),
    cookies: results.get('tracking-cookies'),
  };
}

const consent = `<script src="/consent.js"></script><script>${start}</script>`;

it('does not accuse trackers that wait for the tool', async () => {
  const waiting = `<script type="text/plain" data-category="analytics" src="${tracker}"></script>`;
  const { html, loads, cookies } = await privacyOf(waiting + consent);
  // The tool asks, and no one has answered.
  expect(html).toContain('Dürfen wir?');
  expect(loads?.status).toMatch(/^(?:pass|na)$/);
  expect(cookies?.status).toMatch(/^(?:pass|na)$/);
});

it('accuses trackers that do not, although there is a tool', async () => {
  const { html, loads, cookies } = await privacyOf(`${consent}<script src="${tracker}"></script>`);
  expect(html).toContain('Dürfen wir?');
  // A tracker can wait for consent by itself. This one has not: its cookie was stored.
  expect(loads).toMatchObject({ status: 'na', value: { trackers: ['Hotjar'] } });
  expect(cookies).toMatchObject({
    status: 'warn',
    summary: 'The page sets cookies of Hotjar before visitors can agree.',
    evidence: [
      {
        kind: 'cookie',
        text: '_hjSession_1234 of site.test',
      },
    ],
  });
  expect(JSON.stringify(cookies)).not.toContain('s3cret');
});

it('knows more than the HTML says: a script that adds the tracker at once', async () => {
  const adding = `<script>document.head.append(Object.assign(document.createElement('script'), { src: atob('${Buffer.from(tracker).toString('base64')}') }))</script>`;
  const { loads, cookies } = await privacyOf(adding);
  expect(loads).toMatchObject({ status: 'warn', sourceStatus: 'na' });
  expect(cookies).toMatchObject({ status: 'warn', sourceStatus: 'na' });
});
