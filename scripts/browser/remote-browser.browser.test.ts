import { expect, it, onTestFinished } from 'vitest';
import { chromiumRenderer } from '../../packages/renderer-chromium/src/chromium-renderer.ts';
import { startBrowser } from '../../packages/renderer-chromium/test/start-browser.ts';
import { auditLocally } from '../rendering/audit-locally.ts';
import { servePages } from '../rendering/serve-pages.ts';

it('a browser that someone else has started renders the page of a report, through proxies with credentials', async () => {
  const shell =
    '<!doctype html><html lang="en"><title>Bakery</title><div id="root"></div><script src="/app.js"></script>';
  const app = `document.title = 'Rye bread'; root.innerHTML = '<h1>Rye</h1><a href="/oat">Oat</a>'`;
  const site = await servePages(
    new Map([
      ['/', { body: shell }],
      ['/app.js', { body: app, type: 'text/javascript' }],
    ]),
  );
  onTestFinished(() => site.close());
  const browser = await startBrowser();
  const renderer = chromiumRenderer({
    trustedRemoteBrowser: browser.url,
    // Stands for an address of the browser's network.
    proxy: { listen: '0.0.0.0', host: '127.0.0.2' },
  });
  onTestFinished(() => renderer.close());
  const { title, page } = await auditLocally(`${site.origin}/`, { renderer, render: 'auto' });
  expect(page.rendering).toMatchObject({ status: 'rendered', scriptErrors: [] });
  expect(title).toBe('Rye bread');
  expect(browser.isRunning()).toBe(true);
});
