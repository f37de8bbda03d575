import { describe, expect, it } from 'vitest';
import { countWork } from '../../page/fixtures/count-work.ts';
import { isAllowed, parseRobotsTxt } from './robots-rules.ts';

const parse = (text: string) => parseRobotsTxt(Buffer.from(text));
const evaluate = (text: string, agent: string, path: string) =>
  isAllowed(parse(text), agent, new URL(path, 'http://p.test/'));

describe('the line that applies', () => {
  const text = [
    '# for all',
    '',
    'User-agent: *\r',
    '  Disallow: /a  # not this\r',
    'Allow: /a/b',
    'Sitemap: https://p.test/sitemap.xml#x',
    'Disallow: /ünï',
  ].join('\n');

  it.each([
    ['/a', { allowed: false, line: 4, text: 'Disallow: /a  # not this' }],
    ['/a/b', { allowed: true, line: 5, text: 'Allow: /a/b' }],
    ['/ünïcode', { allowed: false, line: 7, text: 'Disallow: /ünï' }],
    ['/c', { allowed: true, line: null, text: null }],
  ])('%s', (path, verdict) => {
    expect(evaluate(text, 'Googlebot', path)).toEqual({ ...verdict, complete: true });
    expect(evaluate(text, '*', path)).toEqual({ ...verdict, complete: true });
  });

  it('counts every kind of line break once', () => {
    expect(evaluate('a: b\r\n\r\n\n\r\nuser-agent: *\rdisallow: /', 'x', '/').line).toBe(6);
  });
});

describe('a crawler', () => {
  it.each([
    ['User-agent: Googlebot/2.1', 'googlebot'],
    ['user agent: Googlebot', 'Googlebot'],
    ['useragent: Googlebot', 'GOOGLEBOT'],
    ['User-agent: archive.org_bot', 'archive.org_bot'],
    ['User-agent: Google-Extended', 'Google-Extended'],
    ['User-agent: * for everyone', 'AnyBot'],
    ['User-agent: A\nSitemap: http://p.test/s.xml\nNo-such: x\nUser-agent: B', 'a'],
  ])('%s applies to %s', (line, agent) => {
    expect(evaluate(`${line}\nDisallow: /`, agent, '/').allowed).toBe(false);
  });

  it.each([
    ['User-agent: Googlebot-News', 'Googlebot'],
    ['User-agent: Googlebo', 'Googlebot'],
    ['User-agent: *bot', 'Googlebot'],
    ['User-agent:', 'Googlebot'],
    ['User-agent: Googlebot', '*'],
  ])('%s does not apply to %s', (line, agent) => {
    expect(evaluate(`${line}\nDisallow: /`, agent, '/').allowed).toBe(true);
  });
});

// RFC 9309, section 2.2.1.
describe('groups', () => {
  const text = [
    'User-agent: a',
    'Disallow: /one',
    'User-agent: *',
    'Disallow: /',
    'User-agent: b',
    'User-agent: a',
    'Disallow: /two',
  ].join('\n');

  it.each([
    ['a', '/one', false],
    ['a', '/two', false],
    ['a', '/three', true],
    ['b', '/one', true],
    ['b', '/two', false],
    ['c', '/three', false],
  ])('of %s are combined, and replace those of *: %s', (agent, path, allowed) => {
    expect(evaluate(text, agent, path).allowed).toBe(allowed);
  });

  it('end at a user agent after a rule', () => {
    const two = 'User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /';
    expect(evaluate(two, 'a', '/').allowed).toBe(true);
    expect(evaluate(two, 'b', '/').allowed).toBe(false);
  });

  it('keep the result of an earlier one if a later one does not match', () => {
    const two = 'User-agent: a\nDisallow: /x\nUser-agent: a\nDisallow: /y';
    expect(evaluate(two, 'a', '/x')).toMatchObject({ allowed: false, line: 2 });
  });
});

// RFC 9309, section 2.2.2.
describe('the longest pattern applies', () => {
  it.each([
    ['disallow: /shop\nallow: /shop/sale', '/shop/sale/1', true],
    ['allow: /shop/sale\ndisallow: /shop', '/shop/sale/1', true],
    ['allow: /shop\ndisallow: /shop/cart', '/shop/cart', false],
    ['disallow: /shop/cart\nallow: /shop', '/shop/cart', false],
    ['disallow: /shop/c\nallow: /shop', '/shop/c', false],
    ['allow: /shop\ndisallow: /shop/c', '/shop/c', false],
    ['disallow: /a\nallow: /*', '/a', true],
    ['disallow: /a*\nallow: /a', '/ab', false],
  ])('%j for %s', (rules, path, allowed) => {
    expect(evaluate(`user-agent: *\n${rules}`, 'x', path).allowed).toBe(allowed);
  });

  it.each([
    ['allow: /a\ndisallow: /a', 2],
    ['disallow: /a\nallow: /a', 3],
    ['disallow: /b\nallow: /a\ndisallow: /a', 3],
    ['allow: /a\nallow: /a', 2],
  ])('and allow if equally long, the first such line: %j', (rules, line) => {
    expect(evaluate(`user-agent: *\n${rules}`, 'x', '/a')).toMatchObject({ allowed: true, line });
  });

  it('is the first of two equal disallow lines', () => {
    expect(evaluate('user-agent: *\ndisallow: /a\ndisallow: /a', 'x', '/a')).toMatchObject({
      allowed: false,
      line: 2,
    });
  });
});

// Bytes as an editor may save them (RFC 9309, section 2.3: a file is UTF-8).
describe('a byte order mark', () => {
  it.each([
    ['whole', [0xef, 0xbb, 0xbf], false],
    ['without its last byte', [0xef, 0xbb], false],
    ['of which one byte is left', [0xef], false],
    ['of UTF-16', [0xff, 0xfe], true],
  ])('%s', (_what, mark, allowed) => {
    const file = Buffer.concat([Uint8Array.from(mark), Buffer.from('user-agent: *\ndisallow: /')]);
    expect(isAllowed(parseRobotsTxt(file), 'x', 'http://p.test/').allowed).toBe(allowed);
  });

  it('in the middle of the file is part of a name', () => {
    const file = Buffer.from('user-agent: *\n\u{feff}disallow: /');
    expect(isAllowed(parseRobotsTxt(file), 'x', 'http://p.test/').allowed).toBe(true);
  });
});

describe('common mistakes', () => {
  it.each(['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'Disallow '])(
    '%s',
    (name) => {
      expect(evaluate(`user-agent: *\n${name}: /`, 'x', '/').allowed).toBe(false);
    },
  );

  it('white space instead of the colon, but only once', () => {
    expect(evaluate('user-agent *\ndisallow\t/', 'x', '/').allowed).toBe(false);
    expect(evaluate('user-agent *\ndisallow / all', 'x', '/').allowed).toBe(true);
  });

  it('invalid lines are kept for checks', () => {
    expect(parse(': a\n<html lang="en">\nnoindex: /x\ndisallow /y\n\n#c').lines).toEqual([
      expect.objectContaining({ line: 1, directive: null, text: ': a' }),
      expect.objectContaining({ line: 2, directive: 'unknown', name: '<html' }),
      expect.objectContaining({ line: 3, directive: 'unknown', name: 'noindex', value: '/x' }),
      expect.objectContaining({ line: 4, directive: 'disallow', missingColon: true }),
    ]);
  });

  it('rules before the first user agent are ignored', () => {
    expect(evaluate('disallow: /\nuser-agent: *\nallow: /x', 'x', '/').allowed).toBe(true);
  });
});

describe('a path', () => {
  it('is / if the URL has none', () => {
    const rules = parse('user-agent: *\ndisallow: /$');
    expect(isAllowed(rules, 'x', 'http://p.test').allowed).toBe(false);
    expect(isAllowed(rules, 'x', 'http://p.test/x').allowed).toBe(true);
  });

  it('is allowed, but not disallowed, with its index page', () => {
    expect(evaluate('user-agent: *\ndisallow: /a/index.html', 'x', '/a/').allowed).toBe(true);
    const text = 'user-agent: *\ndisallow: /\nallow: /a/index.html';
    expect(evaluate(text, 'x', '/a/').allowed).toBe(true);
    expect(evaluate(text, 'x', '/a/b').allowed).toBe(false);
    expect(evaluate(text, 'x', '/a/index.html').allowed).toBe(true);
  });

  it.each(['#', '/ #', '/# of all', '/\t# all'])('ends before a comment: %j', (value) => {
    const { allowed } = evaluate(`user-agent: *\ndisallow: ${value}`, 'x', '/b');
    expect(allowed).toBe(value.startsWith('#'));
  });
});

describe('limits', () => {
  it('the file is ignored after 500 KiB', () => {
    const start = 'user-agent: *\n';
    const filler = '#'.repeat(500 * 1024 - start.length - 1);
    const rules = parse(`${start}${filler}\ndisallow: /`);
    expect(rules.truncated).toBe(true);
    expect(isAllowed(rules, 'x', 'http://p.test/').allowed).toBe(true);
  });

  it('a line is ignored after 16,663 bytes', () => {
    const path = `/x/${'a'.repeat(16_649)}`;
    const text = `user-agent: *\ndisallow: ${path}/qux`;
    expect(isAllowed(parse(text), 'x', 'http://p.test/fux').allowed).toBe(true);
    expect(isAllowed(parse(text), 'x', `http://p.test${path}/fux`).allowed).toBe(false);
  });

  it('10,000 lines are kept, and all rules', () => {
    const rules = parse(`user-agent: *\n${'allow: /a\n'.repeat(20_000)}disallow: /b`);
    expect(rules.lines).toHaveLength(10_000);
    expect(isAllowed(rules, 'x', 'http://p.test/b').line).toBe(20_002);
  });
});

describe('half a megabyte of rules', () => {
  const hostile = (line: string) =>
    parse(`user-agent: *\n${`${line}\n`.repeat((500 * 1024) / (line.length + 1))}`);
  const alike = 'a'.repeat(2_030);
  const apart = `aab${'a'.repeat(1_000)}z${'a'.repeat(1_000)}aab`;
  const agents = ['Googlebot', '*', 'bingbot', 'GPTBot', 'ClaudeBot', 'CCBot', 'x', 'y', 'z'];

  it.each([
    ['short ones', 'allow: *aaaab', alike],
    ['a letter that is not there', 'allow: *b', alike],
    ['ones that nearly match', 'allow: *aaaaaaaab', alike],
    ['ones found far away', 'allow: *z*aab*b', apart],
    ['wildcards', `allow: ${'*a'.repeat(2_000)}b`, alike],
    ['long ones', `allow: *${'a'.repeat(1_000)}b`, alike],
    ['beginnings', `allow: /${'a'.repeat(2_000)}b`, alike],
  ])('is compared once for nine crawlers: %s', (_what, line, path) => {
    const rules = hostile(line);
    const url = `http://p.test/${path}`;
    const work = countWork(() => {
      for (const agent of agents) expect(isAllowed(rules, agent, url).allowed).toBe(true);
    });
    expect(work).toBeLessThan(600_000);
  });

  it('reports if it was not compared completely', () => {
    const url = `http://p.test/${alike}`;
    expect(isAllowed(hostile('disallow: *b'), 'x', url)).toMatchObject({ complete: false });
    // Some real sites have a thousand rules with wildcards.
    const rules = parse(`user-agent: *\n${'allow: /*b\n'.repeat(1_000)}disallow: /*a`);
    expect(isAllowed(rules, 'x', `http://p.test/${'a'.repeat(200)}`)).toMatchObject({
      allowed: false,
      complete: true,
    });
  });

  it('has its groups indexed by crawler', () => {
    const groups = Array.from({ length: 18_000 }, (_, at) => `user-agent:c${at}\ndisallow:/a\n`);
    const rules = parse(groups.join(''));
    const work = countWork(() => {
      for (let at = 0; at < 100; at++) isAllowed(rules, 'Googlebot', `http://p.test/b${at}`);
    });
    expect(work).toBeLessThan(20_000);
  });
});

it('lists the sitemaps', () => {
  const text =
    'Sitemap: https://p.test/ä.xml\nsite-map:/b.xml\nuser-agent: *\nsitemap: https://q.test/';
  expect(parse(text).sitemaps).toEqual([
    { url: 'https://p.test/ä.xml', line: 1 },
    { url: '/b.xml', line: 2 },
    { url: 'https://q.test/', line: 4 },
  ]);
});
