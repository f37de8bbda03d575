import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Audit } from '../../packages/audit/src/audit.ts';
import type { Renderer } from '../../packages/audit/src/render/renderer.ts';
import { auditLocally } from '../rendering/audit-locally.ts';
import { openRenderer } from '../rendering/open-renderer.ts';
import { type ServedFile, type ServedPages, servePages } from '../rendering/serve-pages.ts';
import { bundleClient, renderOnServer } from './bundle-app.ts';

// Small apps of frameworks, whose pages are built by the client, by the server, or by both: what a report says about
// them from the HTML of the server, and what it says about the page as scripts built it.

const frameworks = [
  { name: 'react', client: 'react-client.jsx', server: 'react-server.jsx' },
  { name: 'vue', client: 'vue-client.js', server: 'vue-server.js' },
  { name: 'svelte', client: 'svelte-client.js', server: 'svelte-server.js' },
  { name: 'preact', client: 'preact-client.jsx', server: 'preact-server.jsx' },
];

const title = 'Rye bread – The Bakery';
const head = (text: string) =>
  `<head><meta charset="utf-8"><title>${text}</title><meta name="viewport" content="width=device-width, initial-scale=1"></head>`;
const pageOf = (text: string, app: string, scripts: string) =>
  `<!doctype html><html lang="en">${head(text)}<body><div id="app">${app}</div>${scripts}</body></html>`;
const script = (name: string) => `<script type="module" src="/${name}.js"></script>`;
/** Asks the server again and again, so that the page never becomes quiet. */
const asking = "<script>setInterval(() => fetch('/news'), 50)</script>";

let site: ServedPages;
let renderer: Renderer;

beforeAll(async () => {
  const files = new Map<string, ServedFile>([
    ['/robots.txt', { body: 'User-agent: *\nAllow: /\n', type: 'text/plain' }],
    ['/news', { body: 'none', type: 'text/plain' }],
  ]);
  for (const { name, client, server } of frameworks) {
    files.set(`/${name}.js`, { body: await bundleClient(client), type: 'text/javascript' });
    files.set(`/${name}/client`, { body: pageOf('The Bakery', '', script(name)) });
    files.set(`/${name}/busy`, { body: pageOf('The Bakery', '', asking + script(name)) });
    const html = await renderOnServer(server);
    files.set(`/${name}/server`, { body: pageOf(title, html, '') });
    files.set(`/${name}/hydrated`, { body: pageOf(title, html, script(name)) });
  }
  site = await servePages(files);
  renderer = openRenderer();
});
afterAll(async () => {
  await renderer?.close();
  await site?.close();
});

const report = (path: string, render: 'off' | 'auto' | 'always') =>
  auditLocally(site.origin + path, { renderer, render });

/** What a report says that depends on scripts. */
function keyResults({ title, partial, checks, page }: Audit) {
  return {
    title,
    partial,
    jsDependent: checks['js-dependent']?.status,
    h1: checks.h1?.status,
    links: page.counts.links,
    headings: page.counts.headings,
  };
}

/** The parts of a rendered page that scripts changed: before and after. */
function changesOf({ page }: Audit) {
  if (page.rendering?.status !== 'rendered') throw new Error(JSON.stringify(page.rendering));
  return Object.fromEntries(
    page.rendering.differences.map(({ part, source, rendered }) => [part, [source, rendered]]),
  );
}

const empty = {
  title: 'The Bakery',
  partial: true,
  jsDependent: 'warn',
  h1: 'na',
  links: 0,
  headings: 0,
};
const full = {
  title,
  partial: false,
  jsDependent: 'pass',
  h1: 'pass',
  links: 3,
  headings: 1,
};
const added = {
  title: ['The Bakery', title],
  h1: [null, 'Rye bread'],
  words: [0, 79],
  links: [0, 3],
};

describe.each(frameworks)('a page that $name builds in the browser', ({ name }) => {
  it('is empty without a browser', async () => {
    expect(keyResults(await report(`/${name}/client`, 'off'))).toEqual(empty);
  });

  it('is rendered by auto, with all its content and a warning that it depends on scripts', async () => {
    const rendered = await report(`/${name}/client`, 'auto');
    expect(keyResults(rendered)).toEqual({ ...full, jsDependent: 'warn' });
    expect(changesOf(rendered)).toEqual(added);
    expect(rendered.checks.h1).toMatchObject({ readFrom: 'rendered', sourceStatus: 'na' });
    expect(rendered.page.rendering).toMatchObject({ isBusy: false, scriptErrors: [] });
  });

  it('is read in the same way if it never becomes quiet', async () => {
    const rendered = await report(`/${name}/busy`, 'auto');
    expect(keyResults(rendered)).toEqual({ ...full, jsDependent: 'warn' });
    expect(changesOf(rendered)).toEqual(added);
    expect(rendered.page.rendering).toMatchObject({ isBusy: true, scriptErrors: [] });
  });
});

describe.each(frameworks)('a page that $name builds on the server', ({ name }) => {
  it.each(['server', 'hydrated'])('is not rendered by auto: %s', async (kind) => {
    const { page, ...audit } = await report(`/${name}/${kind}`, 'auto');
    expect(keyResults({ page, ...audit })).toEqual(full);
    expect(page.rendering).toBeUndefined();
  });

  it.each(['server', 'hydrated'])('says the same when it is rendered: %s', async (kind) => {
    const rendered = await report(`/${name}/${kind}`, 'always');
    expect(keyResults(rendered)).toEqual(full);
    expect(changesOf(rendered)).toEqual({});
    expect(rendered.page.rendering).toMatchObject({ isBusy: false, scriptErrors: [] });
  });
});
