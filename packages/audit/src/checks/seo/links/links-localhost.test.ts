import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linksLocalhost } from './links-localhost.ts';

const of = (body: string, url = 'https://example.com/page') =>
  outcomeOf(linksLocalhost, { body, url });

it.each([
  'http://localhost:3000/contact',
  'http://LOCALHOST/',
  'http://shop.localhost/',
  'http://shop.local/',
  'https://shop.test:8443/',
  'http://wiki.internal/',
  'http://127.0.0.1/',
  'http://127.8.9.1/',
  'http://127.1/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1:8080/',
  'http://169.254.1.1/',
  'http://[::1]/',
  'http://[fd00::1]/',
  '//localhost/x',
])('fails a link to %s', async (href) => {
  expect(await of(`<a href="${href}">Contact</a>`)).toMatchObject({
    status: 'fail',
    value: { links: 1, loaded: 0 },
    evidence: [{ kind: 'html', line: 1 }],
  });
});

it('fails resources on localhost, and lists them first', async () => {
  expect(
    await of('<a href="http://localhost/">Home</a>\n<img src="http://192.168.0.5/a.png">'),
  ).toMatchObject({
    status: 'fail',
    value: { links: 1, loaded: 1, hosts: ['192.168.0.5', 'localhost'] },
    evidence: [{ line: 2 }, { line: 1 }],
  });
});

it.each([
  'https://other.example/',
  'http://172.32.0.1/',
  'http://172.15.0.1/',
  'http://11.0.0.1/',
  'http://192.169.0.1/',
  'http://localhost.example/',
  'https://other.example/?next=http://localhost/',
  '/localhost',
  'http://[2001:4860:4860::8888]/',
])('passes a link to %s', async (href) => {
  expect((await of(`<a href="${href}">Contact</a>`)).status).toBe('pass');
});

it('fails a style sheet to choose, also with a language', async () => {
  const body =
    '<link rel="alternate stylesheet" hreflang="en" title="A" href="http://localhost/a.css">';
  expect((await of(body)).status).toBe('fail');
});

it('ignores instructions that show the URL', async () => {
  const body = '<p>Then open <a href="http://localhost:3000/">http://localhost:3000</a></p>';
  expect((await of(body)).status).toBe('pass');
});

it('does not apply to a page that has such an address itself', async () => {
  const body = '<a href="http://localhost:3000/contact">Contact</a>';
  expect((await of(body, 'http://localhost:3000/')).status).toBe('na');
});
