import type { CheckResult } from '@sitegrade/audit';
import { describe, expect, it } from 'vitest';
import { changedLocations, findingLocations } from './finding-locations.ts';

type Evidence = CheckResult['evidence'][number];

const html = (text: string, line = 1): Evidence => ({ kind: 'html', text, line, column: 5 });

const page = { finalUrl: 'https://example.com/a?b=1' };

const at = (evidence: readonly Evidence[], part: Partial<CheckResult> = {}) => ({
  ...page,
  check: { evidence, sampled: false, ...part },
  isFault: true,
});

const fingerprints = (evidence: readonly Evidence[], finalUrl = page.finalUrl, id = 'image-alt') =>
  findingLocations({ finalUrl }, id, { evidence }).map(({ fingerprint }) => fingerprint);

describe('fingerprints', () => {
  it('stay the same when a line moves, white space differs, or the host does', () => {
    const [before] = fingerprints([html('<img src="https://example.com/a.png">', 4)]);
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprints([html('<img\n  src="https://example.com/a.png">', 14)])).toEqual([before]);
    const staging = [html('<img src="https://staging.test/a.png">')];
    expect(fingerprints(staging, 'https://staging.test/a?b=1')).toEqual([before]);
  });

  it('differ by path, query, check, quote and kind', () => {
    const quote = [html('<img>')];
    const all = [
      fingerprints(quote),
      fingerprints(quote, 'https://example.com/b?b=1'),
      fingerprints(quote, 'https://example.com/a?b=2'),
      fingerprints(quote, page.finalUrl, 'image-size'),
      fingerprints([html('<img class>')]),
      fingerprints([{ kind: 'url', text: '<img>' }]),
    ].flat();
    expect(new Set(all).size).toBe(6);
  });

  it('count the same quote, and name a finding without quotes', () => {
    const [first, second] = fingerprints([html('<img>'), html('<img>', 2)]);
    expect(first).not.toBe(second);
    expect(fingerprints([html('<img>', 9)])).toEqual([first]);
    expect(findingLocations(page, 'title', { evidence: [] })).toEqual([
      { evidence: null, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ]);
  });

  it('leave out what is random in each response', () => {
    const same = (one: Evidence, other: Evidence) =>
      expect(fingerprints([one])).toEqual(fingerprints([other]));
    same(html('<script nonce="r4nd0m" src=a.js>'), html('<script nonce="0ther" src=a.js>'));
    same(html("<script nonce='r4'>"), html("<script nonce='0t'>"));
    same(html('<script nonce=r4>'), html('<script nonce=0t>'));
    const csp = (nonce: string): Evidence => ({
      kind: 'header',
      text: `Content-Security-Policy: script-src 'nonce-${nonce}' 'unsafe-inline'`,
    });
    same(csp('r4nd0m'), csp('0ther'));
    const cookie = (value: string): Evidence => ({
      kind: 'header',
      text: `Set-Cookie: id=${value}; Path=/`,
    });
    same(cookie('r4nd0m'), cookie('0ther'));
    expect(fingerprints([cookie('1')])).not.toEqual(
      fingerprints([{ kind: 'header', text: 'Set-Cookie: other=1; Path=/' }]),
    );
    const meta = (nonce: string) =>
      html(
        `<meta http-equiv="Content-Security-Policy" content="script-src &#39;nonce-${nonce}&#39;">`,
      );
    same(meta('r4nd0m'), meta('0ther+/=='));
    same(html('<a data-cfemail="5a3b">'), html('<a data-cfemail="6c0d">'));
    same(
      html('<a href="/cdn-cgi/l/email-protection#5a3b">'),
      html('<a href="/cdn-cgi/l/email-protection#6c0d">'),
    );
    same(html('<a href="/a;jsessionid=1F">'), html('<a href="/a;jsessionid=2F">'));
    expect(fingerprints([html('<p data-nonce-of="a">')])).not.toEqual(
      fingerprints([html('<p data-nonce-of="b">')]),
    );
  });

  it('do not depend on where a long quote was cut, which the host decides', () => {
    const image = (origin: string) => {
      const sources = [400, 800, 1_200, 1_600, 2_000].map(
        (width) => `${origin}/image-${width}.jpg ${width}w`,
      );
      return html(
        `<img class="hero" srcset="${sources.join(', ')}" ${'x'.repeat(200)}`
          .slice(0, 299)
          .concat('…'),
      );
    };
    const [live] = fingerprints([image('https://example.com')]);
    const staging = [image('https://staging.a.long.name.example.com')];
    const at = 'https://staging.a.long.name.example.com/a?b=1';
    expect(fingerprints(staging, at)).toEqual([live]);
  });

  it('exist for a URL without a host, as redacted reports have', () => {
    expect(fingerprints([html('<img>')], 'https://[redacted]/?token=[redacted]')).toHaveLength(1);
  });
});

describe('changed locations', () => {
  const changesOf = (...results: readonly [ReturnType<typeof at>, ReturnType<typeof at>]) => {
    const { found, fixed, remaining } = changedLocations('image-alt', ...results);
    const quotes = (places: typeof found) => places?.map(({ evidence }) => evidence) ?? null;
    return { found: quotes(found), fixed: quotes(fixed), remaining };
  };
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => html(`<img src="${from + index}.png">`, index));

  it('are empty if the page has moved to another host, and its files have not', () => {
    const image = html('<img src="https://example.com/a.png">');
    const staging = html('<img src="https://www.example.com/a.png">', 9);
    const moved = { ...at([staging, image]), finalUrl: 'https://www.example.com/a?b=1' };
    const none = { found: [], fixed: [], remaining: 2 };
    expect(changesOf(at([image, image]), moved)).toEqual(none);
    const redacted = { ...at([image]), finalUrl: 'https://[redacted]/' };
    expect(changesOf(redacted, { ...at([image, staging]), finalUrl: 'https://[x]/' })).toEqual({
      found: [staging],
      fixed: [],
      remaining: 1,
    });
  });

  it('are what only one of both quotes, wherever it is, with its fingerprint', () => {
    const from = at([html('<img src=a>', 3), html('<img src=b>', 4)]);
    const to = at([html('<img src=b>', 14), html('<img src=c>', 15)]);
    expect(changesOf(from, to)).toEqual({
      found: [html('<img src=c>', 15)],
      fixed: [html('<img src=a>', 3)],
      remaining: 1,
    });
    const { found } = changedLocations('image-alt', from, to);
    expect(found?.map(({ fingerprint }) => fingerprint)).toEqual(
      fingerprints([html('<img src=c>')]),
    );
  });

  it('are empty if all of it has only moved', () => {
    const moved = changesOf(at([html('<b>', 3)]), at([html('<b>', 13)]));
    expect(moved).toEqual({ found: [], fixed: [], remaining: 1 });
    expect(changesOf(at([html('<b>\n')]), at([html('<b> ')]))).toEqual(moved);
    const header: Evidence = { kind: 'header', text: '<b>' };
    expect(changesOf(at([html('<b>')]), at([header])).found).toEqual([header]);
  });

  it('are one if a finding quotes nothing', () => {
    const none = { ...at([html('<title>')]), isFault: false };
    expect(changesOf(at([]), at([]))).toEqual({ found: [], fixed: [], remaining: 1 });
    expect(changesOf(none, at([]))).toEqual({ found: [null], fixed: [], remaining: 0 });
    expect(changesOf(at([]), none)).toEqual({ found: [], fixed: [null], remaining: 0 });
    expect(changesOf(at([]), at([html('<b>')]))).toEqual({
      found: [html('<b>')],
      fixed: [null],
      remaining: 0,
    });
  });

  it('count the same quote: one of three is fixed', () => {
    const [quote, again, last] = [html('<i>', 1), html('<i>', 2), html('<i>', 3)];
    expect(changesOf(at([quote, again, last]), at([quote, again]))).toEqual({
      found: [],
      fixed: [last],
      remaining: 2,
    });
  });

  it('are not new if the earlier result may lack them, nor fixed if the later one may', () => {
    // 40 of which one is fixed: both have 25.
    const unknown = { found: null, fixed: null };
    expect(changesOf(at(many(25)), at(many(25, 1)))).toMatchObject(unknown);
    expect(changesOf(at(many(25)), at(many(25)))).toMatchObject(unknown);
    expect(changesOf(at(many(25)), at(many(24)))).toMatchObject({
      found: null,
      fixed: [many(25)[24]],
    });
    expect(changesOf(at(many(24)), at(many(25)))).toMatchObject({
      found: [many(25)[24]],
      fixed: null,
    });
  });

  it('are unknown where a result is about a sample', () => {
    const [one, two] = [many(1), many(2)];
    const sampled = { sampled: true };
    expect(changesOf(at(one, sampled), at(two))).toMatchObject({ found: null, fixed: [] });
    expect(changesOf(at(one), at(two, sampled))).toMatchObject({ fixed: null });
    expect(changesOf(at(one), at(two, sampled)).found).toHaveLength(1);
    const passed = { ...at([], sampled), isFault: false };
    expect(changesOf(passed, at(one))).toMatchObject({ found: null, fixed: [] });
    // A check that passes quotes what is right.
    expect(changesOf({ ...at(many(25)), isFault: false }, at(one)).found).toHaveLength(1);
  });
});
