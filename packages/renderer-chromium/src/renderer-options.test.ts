import { expect, it } from 'vitest';
import { chromiumRenderer } from './chromium-renderer.ts';
import { validateRendererOptions } from './renderer-options.ts';

it('have defaults', () => {
  expect(validateRendererOptions({})).toEqual({
    executablePath: undefined,
    pages: 2,
    sandbox: true,
    remote: undefined,
    proxy: undefined,
  });
});

it('take a browser that someone else has started, and where it finds the proxies', () => {
  const trustedRemoteBrowser = 'http://u:hunter2@browser:9222/?token=hunter3';
  const { remote, proxy } = validateRendererOptions({
    trustedRemoteBrowser,
    proxy: { listen: '::', host: 'fd00::5' },
  });
  expect(remote?.url.href).toBe(trustedRemoteBrowser);
  expect(remote?.shown).toBe('http://browser:9222');
  expect(proxy).toEqual({ listen: '::', host: '[fd00::5]' });
  const renderer = chromiumRenderer({
    trustedRemoteBrowser,
    proxy: { listen: '0.0.0.0', host: 'sitegrade.internal' },
  });
  expect(renderer.proxy).toEqual({ listen: '0.0.0.0', host: 'sitegrade.internal' });
  expect(chromiumRenderer({ trustedRemoteBrowser })).not.toHaveProperty('proxy');
});

const remote = { trustedRemoteBrowser: 'ws://a/' };
const notUrl = 'trustedRemoteBrowser must be a URL with http, https, ws or wss.';

it.each<readonly [unknown, string]>([
  [null, 'options must be an object.'],
  [
    { executable: 'x' },
    'executable is not an option. The options are executablePath, pages, proxy, sandbox, trustedRemoteBrowser.',
  ],
  [{ executablePath: ' ' }, 'executablePath must be a path.'],
  [{ executablePath: 5 }, 'executablePath must be a path.'],
  [{ pages: 0 }, 'pages must be an integer from 1 to 20.'],
  [{ pages: 21 }, 'pages must be an integer from 1 to 20.'],
  [{ pages: '2' }, 'pages must be an integer from 1 to 20.'],
  [{ sandbox: 'no' }, 'sandbox must be a boolean.'],
  [{ trustedRemoteBrowser: '' }, notUrl],
  [{ trustedRemoteBrowser: 9222 }, notUrl],
  [{ trustedRemoteBrowser: 'hunter2.example:9222' }, notUrl],
  [{ trustedRemoteBrowser: 'ftp://hunter2.example/' }, notUrl],
  [
    { ...remote, executablePath: '/usr/bin/chromium' },
    'executablePath is for an installed browser. Leave out executablePath or trustedRemoteBrowser.',
  ],
  [
    { ...remote, sandbox: true },
    'sandbox is for an installed browser. Leave out sandbox or trustedRemoteBrowser.',
  ],
  [
    { proxy: { listen: '0.0.0.0', host: 'a' } },
    'proxy needs trustedRemoteBrowser: an installed browser uses loopback.',
  ],
  [
    { ...remote, proxy: '0.0.0.0' },
    "proxy.listen must be an IP address of this machine, such as '0.0.0.0'.",
  ],
  [
    { ...remote, proxy: { listen: 'localhost', host: 'a' } },
    "proxy.listen must be an IP address of this machine, such as '0.0.0.0'.",
  ],
  ...['', 'a:80', 'a/b', 'u@a', 'a b', '[::1]', 5].map(
    (host) =>
      [
        { ...remote, proxy: { listen: '0.0.0.0', host } },
        'proxy.host must be the name or the IP address of this machine, without a port.',
      ] as const,
  ),
])('are validated: %o', (options, message) => {
  const create = chromiumRenderer as (options: unknown) => unknown;
  expect(() => create(options)).toThrow(new TypeError(`chromiumRenderer: ${message}`));
});
