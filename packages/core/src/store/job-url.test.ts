import { createNetwork, parseTarget, type Target } from '@sitegrade/audit';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
    ['%68ttp:8080/x', 'http.:8080/x'],
    ['ｈttp:8080', 'http.:8080/'],
    ['%68ttps:8443/', 'https.:8443/'],
    ['http.:8080/http:', 'http.:8080/http:'],
    ['[2001:db8::1]:8443/x?y=https://z.test/', '[2001:db8::1]:8443/x?y=https://z.test/'],
  ])('of %s is %s, and the same target again', (input, url) => {
    const target = parseTarget(input, network);
    expect(jobUrlOf(target)).toBe(url);
    expect(parseTarget(url, network)).toEqual(target);
  });

  it('is the same target again for any host that resembles a scheme, a port and a rest', () => {
    const letter = (plain: string) =>
      fc.constantFrom(
        plain,
        plain.toUpperCase(),
        `%${plain.charCodeAt(0).toString(16)}`,
        String.fromCharCode(plain.charCodeAt(0) + 0xfee0),
      );
    const spelled = (text: string) => fc.tuple(...[...text].map(letter)).map((all) => all.join(''));
    const host = fc.oneof(
      ...['http', 'https', 'ftp', 'mailto', 'a.b'].map(spelled),
      fc.constantFrom('[::1]', '1.2.3.4', 'xn--mnchen-3ya', 'münchen.de'),
    );
    const input = fc.tuple(
      fc.constantFrom('', '', '', 'http://', 'https://', 'HTTP://'),
      host,
      fc.constantFrom('', '.', '..'),
      fc.constantFrom('', ':', ':0', ':80', ':443', ':8080', ':08080', ':65536'),
      fc.oneof(
        fc.constantFrom('', '/', '//', '/http:', '?http://', '#x'),
        fc.string({ unit: 'grapheme', maxLength: 12 }).map((path) => `/${path}`),
      ),
    );
    let accepted = 0;
    fc.assert(
      fc.property(input, (parts) => {
        const target = acceptedTarget(parts.join(''));
        if (target === undefined) return;
        accepted += 1;
        expect(parseTarget(jobUrlOf(target), network)).toEqual(target);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it.each([
    ['https://example.com/?token=secret', 'https://example.com/?token=[redacted]'],
    ['example.com/?token=secret', 'https://example.com/?token=[redacted]'],
    ['http.:8080/?token=secret', 'https://http.:8080/?token=[redacted]'],
    ['a/?token=s&u=https://b.test/', 'https://a/?token=[redacted]&u=https://b.test/'],
  ])('%s has no secrets in events', (url, redacted) => {
    expect(redactJobUrl(url)).toBe(redacted);
  });
});

/** The target of an input; `undefined` if the input is refused. */
function acceptedTarget(input: string): Target | undefined {
  try {
    return parseTarget(input, network);
  } catch (error) {
    if (isSitegradeError(error)) return undefined;
    throw error;
  }
}
