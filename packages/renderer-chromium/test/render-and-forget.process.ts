import { installedRenderer, limits } from './use-renderer.ts';

const [, , proxy = ''] = process.argv;

// The renderer is never closed.
const { kind } = await installedRenderer().render(
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
process.stdout.write(kind);
