import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { serverSignature } from './server-signature.ts';

const of = (headers: Readonly<Record<string, string>>) => outcomeOf(serverSignature, { headers });

it.each([
  'nginx',
  'Apache',
  'Apache/2',
  'cloudflare',
  'ECS (nyb/1D2A)',
  'AmazonS3',
  'Google Frontend',
  'Microsoft-IIS',
  'lb-3.eu-west',
  'HTTP/1.1 proxy',
  '192.0.2.7',
  '',
])('passes Server: %s, which contains no version', async (line) => {
  expect((await of({ server: line })).status).toBe('pass');
});

it.each([
  'nginx/1.18.0 (Ubuntu)',
  'Apache/2.4.41',
  'Microsoft-IIS/10.0',
  'Apache (Debian) OpenSSL/1.1.1n',
  'Phusion Passenger 6.0.4',
  'openresty/v1.19',
])('warns about Server: %s', async (line) => {
  expect(await of({ server: line })).toMatchObject({
    status: 'warn',
    value: [line],
    evidence: [{ kind: 'header', text: `Server: ${line}` }],
  });
});

it('reads the other headers', async () => {
  expect((await of({ 'x-powered-by': 'PHP/8.1.2' })).status).toBe('warn');
  expect((await of({ 'x-powered-by': 'Express' })).status).toBe('pass');
  expect((await of({ 'x-powered-by': 'ASP.NET' })).status).toBe('pass');
  expect(await of({ 'x-aspnet-version': '4.0.30319', server: 'nginx/1.2' })).toMatchObject({
    summary: 'The header Server reveals a version: nginx/1.2',
    evidence: [{ text: 'Server: nginx/1.2' }, { text: 'X-AspNet-Version: 4.0.30319' }],
  });
});

it('reads long headers quickly', async () => {
  expect((await of({ server: 'a'.repeat(16_000) })).status).toBe('pass');
  expect((await of({ server: 'a-'.repeat(8_000) })).status).toBe('pass');
});
