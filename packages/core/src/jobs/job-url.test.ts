import { describe, expect, it } from 'vitest';
import { createNetwork } from '../audit/fetch/network.ts';
import { parseTarget } from '../audit/fetch/parse-target.ts';
import { jobUrlOf, redactJobUrl } from './job-url.ts';

const network = createNetwork({ ports: 'any' });

describe('the URL of a job', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://Example.com:80/a#b', 'http://example.com/a'],
    ['example.com', 'example.com/'],
    ['Example.com:443/ä', 'example.com/%C3%A4'],
    ['localhost.example:8080', 'localhost.example:8080/'],
    ['http/page', 'http/page'],
    ['[2001:db8::1]:8443/x?y=https://z.test/', '[2001:db8::1]:8443/x?y=https://z.test/'],
  ])('of %s is %s, and the same target again', (input, url) => {
    const target = parseTarget(input, network);
    expect(jobUrlOf(target)).toBe(url);
    expect(parseTarget(url, network)).toEqual(target);
  });

  it.each([
    ['https://example.com/?token=secret', 'https://example.com/?token=[redacted]'],
    ['example.com/?token=secret', 'https://example.com/?token=[redacted]'],
    ['a/?token=s&u=https://b.test/', 'https://a/?token=[redacted]&u=https://b.test/'],
  ])('%s has no secrets in events', (url, redacted) => {
    expect(redactJobUrl(url)).toBe(redacted);
  });
});
