import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { validateApiOptions } from './api-options.ts';

const { idempotencyKeys, ...olderStore } = memoryStore();
const store = { ...olderStore, idempotencyKeys };
const validated = (options: unknown) => () => validateApiOptions(options);

describe('validateApiOptions with a context', () => {
  const context = createContext({ store });

  it('accepts it with the options that are not its parts', () => {
    expect(validated({ context, docs: true, worker: true })).not.toThrow();
  });

  it('needs a context', () => {
    expect(validated({ context: {} })).toThrow(
      new TypeError('sitegrade: context must be a context from createContext.'),
    );
  });

  it('accepts parts that are undefined beside it', () => {
    expect(validated({ context, store: undefined, network: undefined })).not.toThrow();
  });

  it.each(['store', 'network', 'onEvent', 'quotas', 'queue'])('refuses %s beside it', (part) => {
    expect(validated({ context, [part]: store })).toThrow(
      new TypeError(
        `sitegrade: ${part} cannot be combined with context. Pass it to createContext.`,
      ),
    );
  });
});

describe('validateApiOptions', () => {
  it.each([
    {},
    { publicUrl: 'https://example.com' },
    { publicUrl: 'http://localhost:3000/tools/' },
    { publicUrl: 'https://[::1]:3000' },
    { defaultPrivacy: 'public', expectIndexable: false, now: () => new Date() },
    { publicUrl: undefined, network: undefined },
    { docs: true },
    { docs: false },
    { pages: true, api: false },
    { pages: {} },
    { pages: { path: '/tools/seo', share: false, console: true, loginUrl: '/login?next=/a' } },
    { pages: { loginUrl: 'https://login.example.com/', indexable: true, name: 'Acme' } },
    { pages: { logo: '/logo.svg', accent: '#AA0000', footer: 'Acme, 1 Main Street' } },
    { pages: { logo: 'data:image/svg+xml;base64,PHN2Zy8+', logoDark: '/dark.svg' } },
    { worker: true },
    { context: undefined },
    { worker: { concurrency: 2 } },
    { quotas: { queuedJobs: 5 } },
  ])('accepts %j', (options) => {
    expect(validated({ store, ...options })).not.toThrow();
  });

  it.each([
    ['store', { store: null }],
    ['store', { store: { reports: {} } }],
    ['store', { store: olderStore }],
    ['network', { network: 'any' }],
    ['now', { now: 5 }],
    ['randomBytes', { randomBytes: {} }],
    ['ruleset', { ruleset: {} }],
    ['ruleset', { ruleset: [] }],
    ['defaultPrivacy', { defaultPrivacy: 0 }],
    ['defaultPrivacy', { defaultPrivacy: 'password' }],
    ['expectIndexable', { expectIndexable: 'yes' }],
    ['compareUserAgents', { compareUserAgents: 'ChatGPT' }],
    ['docs', { docs: 'yes' }],
    ['docs', { docs: 1 }],
    ['worker', { worker: 2 }],
    ['worker', { worker: null }],
    ['api', { api: 'no' }],
    ['pages', { pages: 'yes' }],
    ['pages.path', { pages: { path: 'sitegrade' } }],
    ['pages.path', { pages: { path: '/sitegrade/' } }],
    ['pages.path', { pages: { path: '/' } }],
    ['pages.path', { pages: { path: '/a/../b' } }],
    ['pages.path', { pages: { path: '/:team' } }],
    ['pages.path', { pages: { path: '/api/v1/pages' } }],
    ['pages.loginUrl', { pages: { loginUrl: 'javascript:alert(1)' } }],
    ['pages.loginUrl', { pages: { loginUrl: '//evil.example' } }],
    ['pages.loginUrl', { pages: { loginUrl: 'login' } }],
    ['pages.loginUrl', { pages: { loginUrl: 'https://a.example/\r\nx: y' } }],
    ['pages.loginUrl', { pages: { loginUrl: '/вход' } }],
    ['pages.name', { pages: { name: '' } }],
    ['pages.name', { pages: { name: 'x'.repeat(61) } }],
    ['pages.name', { pages: { name: 'a\u202eb' } }],
    ['pages.logo', { pages: { logo: 'https://cdn.example/logo.png' } }],
    ['pages.logo', { pages: { logo: 'data:text/html,<b>' } }],
    ['pages.logo', { pages: { logo: `data:image/png;base64,${'A'.repeat(50_000)}` } }],
    ['pages.logoDark', { pages: { logoDark: 'dark.svg' } }],
    ['pages.accent', { pages: { accent: 'red' } }],
    ['pages.accent', { pages: { accent: '#12345' } }],
    ['pages.footer', { pages: { footer: 'x'.repeat(301) } }],
    ['pages.share', { pages: { share: 1 } }],
    ['publicUrl', { publicUrl: '' }],
    ['publicUrl', { publicUrl: '/tools' }],
    ['publicUrl', { publicUrl: 'example.com' }],
    ['publicUrl', { publicUrl: 'ftp://example.com' }],
    ['publicUrl', { publicUrl: 'https://example.com/?x' }],
    ['publicUrl', { publicUrl: 'https://example.com/#x' }],
    ['publicUrl', { publicUrl: 'https://user:pass@example.com/' }],
    ['publicUrl', { publicUrl: 'https://exa mple.com/' }],
    ['publicUrl', { publicUrl: 'https://example.com/<x>' }],
    ['publicUrl', { publicUrl: new URL('https://example.com/') }],
    ['publicurl', { publicurl: 'https://example.com' }],
    ['toString', { toString: 1 }],
  ])('names %s in %j', (name, options) => {
    expect(validated({ store, ...options })).toThrow(TypeError);
    expect(validated({ store, ...options })).toThrow(`sitegrade: ${name} `);
  });

  it("suggests the adapter's own options too", () => {
    const options = { store, loger: console };
    expect(() => validateApiOptions(options, ['logger'])).toThrow(
      'loger is not an option. Did you mean logger?',
    );
  });

  it('rejects missing options', () => {
    for (const options of [undefined, null, 'x']) expect(validated(options)).toThrow(TypeError);
  });
});
