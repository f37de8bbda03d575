import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { createWebhook } from './webhooks.ts';

const create = (url: string, options: Partial<ContextOptions> = {}) =>
  createWebhook(createContext({ store: memoryStore(), ...options }), 'ann', { url });

describe('the URL of a receiver', () => {
  it.each([
    ['https://hooks.example.com:22/', 'has a port that is not allowed here.', {}],
    [
      'https://hooks.example.com/',
      'has a host that is not allowed here.',
      { network: { denyHosts: ['.example.com'] } },
    ],
    ['https://[fd00::1]/', 'has an address that is not allowed here.', {}],
    ['hooks.example.com', 'must be a URL that begins with https://.', {}],
    [
      'ftp://hooks.example.com',
      'must be a URL that begins with https:// or http://.',
      { alerts: { allowHttp: true } },
    ],
    ['https://a..b/', 'must be a URL such as https://example.com/hook.', {}],
  ] as const)('cannot be %s: %s', async (url, issue, options) => {
    await expect(create(url, options)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { url: [issue] },
    });
  });

  it('may be what the operator allows', async () => {
    const alerts = { allowHttp: true, allowAddresses: ['10.1.2.3:80', '10.1.2.3:443'] };
    for (const url of ['http://10.1.2.3/hook', 'https://10.1.2.3/hook']) {
      expect((await create(url, { alerts })).webhook.url).toBe(url);
    }
  });
});
