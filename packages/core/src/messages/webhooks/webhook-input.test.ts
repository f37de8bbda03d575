import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { type ContextOptions, createContext } from '../../context/create-context.ts';
import { createWebhook } from './webhooks.ts';

const create = (url: string, options: Partial<ContextOptions> = {}) =>
  createWebhook(createContext({ store: memoryStore(), ...options }), 'ann', { url });

const portIssue =
  'has a port that is not allowed here. Allowed: 80, 443, 8080, 8443. The operator allows others of single addresses, such as 10.0.0.9:9000, with WEBHOOK_ALLOW_ADDRESSES (alerts.allowAddresses of the library).';

describe('the URL of a receiver', () => {
  it.each([
    ['https://hooks.example.com:22/', portIssue, {}],
    ['https://1.1.1.1:9000/', portIssue, { alerts: { allowAddresses: ['10.0.0.9:9000'] } }],
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

  it.each([
    ['http://10.1.2.3:9000/', true],
    ['http://[::1]:9001/', true],
    ['http://10.1.2.3:9001/', false],
    ['http://10.1.2.4:9000/', false],
    ['http://10.1.2.5:9000/', false],
    ['http://10.1.2.5:8080/', true],
    ['http://10.1.2.3:8080/', false],
    ['http://1.1.1.1:9000/', false],
    ['http://hooks.example.com:9000/', true],
    ['http://hooks.example.com:9002/', false],
  ])('may have the port of an allowed address: %s: %s', async (url, isAllowed) => {
    const allowAddresses = ['10.1.2.3:9000', '[::1]:9001', '10.1.2.5'];
    const created = create(url, { alerts: { allowHttp: true, allowAddresses } });
    expect(
      await created.then(
        ({ webhook }) => webhook.url,
        () => null,
      ),
    ).toBe(isAllowed ? url : null);
  });
});
