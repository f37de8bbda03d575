import { createNetwork, parseTarget } from '@sitegrade/audit';
import { expect, it } from 'vitest';
import { hostOfJob } from './host-of-job.ts';
import { jobUrlOf } from './job-url.ts';

it.each([
  ['https://example.com/a?b=//c.com/#d', 'example.com'],
  ['HTTP://Example.com', 'example.com'],
  ['example.com', 'example.com'],
  ['example.com./x', 'example.com'],
  ['example.com:8080/x', 'example.com:8080'],
  ['https://example.com:443/', 'example.com'],
  ['http.:8080/x', 'http:8080'],
  ['https/x', 'https'],
  ['https://[2001:db8::1]:8080/x', '[2001:db8::1]:8080'],
  ['bücher.de?x', 'xn--bcher-kva.de'],
])('the host of the job for %s is %s', (url, host) => {
  const target = parseTarget(url, createNetwork({ allowAddresses: ['2001:db8::/32'] }));
  expect(hostOfJob(jobUrlOf(target))).toBe(host);
  expect(target.url.host).toBe(host);
});
