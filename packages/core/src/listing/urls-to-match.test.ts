import { expect, it } from 'vitest';
import { urlsToMatch } from './urls-to-match.ts';

it.each([
  ['https://example.com/a', ['https://example.com/a']],
  ['HTTPS://EXAMPLE.com:443/a#b', ['https://example.com/a']],
  ['http://münchen.de./ä', ['http://xn--mnchen-3ya.de/%C3%A4']],
  ['example.com', ['https://example.com/', 'http://example.com/']],
  ['example.com:8080/?a=b', ['https://example.com:8080/?a=b', 'http://example.com:8080/?a=b']],
  // A report that was made without a scheme has these, too.
  ['example.com:80', ['https://example.com:80/', 'http://example.com/']],
  ['example.com:443', ['https://example.com/', 'http://example.com/']],
])('%s stands for %j', (written, urls) => {
  expect(urlsToMatch(written)).toEqual({ urls });
});

it.each(['http://localhost:3000/', 'http://10.0.0.1/', 'https://example.com:22/'])(
  '%s may have reports of another configuration',
  (written) => {
    expect(urlsToMatch(written)).toEqual({ urls: [written] });
  },
);

it.each([
  ['http://', 'valid URL'],
  ['https://exa mple.com/', 'valid URL'],
  ['https://\ud800.com/', 'valid URL'],
  ['ftp://example.com/', 'http:// or https://'],
  ['https://user:pass@example.com/', 'before the @'],
  [`https://example.com/${'a'.repeat(2_048)}`, '2,048 characters'],
])('%s cannot be parsed', (written, issue) => {
  expect(urlsToMatch(written)).toEqual({ issue: expect.stringContaining(issue) });
});
