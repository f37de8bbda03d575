import { chromiumRenderer } from '../src/chromium-renderer.ts';
import { installedRenderer, limits } from './use-renderer.ts';

const [, , proxy = '', remote] = process.argv;

const renderer =
  remote === undefined ? installedRenderer() : chromiumRenderer({ trustedRemoteBrowser: remote });

await renderer.render(
  {
    url: 'http://site.test/',
    proxy,
    userAgent: 'test-agent/1.0',
    headers: {},
    limits,
    screenshot: false,
    isNavigationAllowed: () => true,
  },
  new AbortController().signal,
);
