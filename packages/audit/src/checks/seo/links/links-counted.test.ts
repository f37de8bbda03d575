import { expect, it } from 'vitest';
import { notesOn } from '../../../readings/notes.ts';
import { evaluate, factsOf, outcomeOf } from '../../fixtures/facts-of.ts';
import { linkNofollowInternal } from './link-nofollow-internal.ts';
import { linksCount } from './links-count.ts';
import { linksNone } from './links-none.ts';

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `<a href="/${index}">${index}</a>`).join('');

it.each([
  [0, 'pass'],
  [400, 'pass'],
  [401, 'warn'],
] as const)('takes %i links to %s', async (count, status) => {
  expect(await outcomeOf(linksCount, { body: links(count) })).toMatchObject({
    status,
    value: { links: count, internal: count, external: 0 },
  });
});

it('counts links to pages only', async () => {
  const body =
    '<a href="#a">a</a><a href="https://other.example/">b</a><a href="tel:1">c</a><a>d</a>';
  expect(await outcomeOf(linksCount, { body })).toMatchObject({
    value: { links: 2, internal: 1, external: 1 },
  });
  expect(linksCount.importance).toBe('info');
});

it.each([
  ['/other', 'pass'],
  ['https://other.example/', 'pass'],
  ['#prices', 'warn'],
  ['/page', 'warn'],
  ['mailto:a@example.com', 'warn'],
] as const)('takes a page whose only link is to %s to %s', async (href, status) => {
  expect((await outcomeOf(linksNone, { body: `<a href="${href}">a</a>` })).status).toBe(status);
});

it.each(['<p>Text</p>', '<a>Text</a>', '<a name=top></a>'])(
  'fails a page that is a dead end: %s',
  async (body) => {
    expect((await outcomeOf(linksNone, { body })).status).toBe('fail');
  },
);

it('leaves a blank page to another check', async () => {
  expect((await outcomeOf(linksNone, { body: '<p></p>' })).status).toBe('na');
});

it('counts links of an image map', async () => {
  const body = '<map name=m><area href=/other alt=Other></map>';
  expect(await outcomeOf(linksNone, { body })).toMatchObject({
    status: 'pass',
    value: { areas: 1 },
  });
  expect(await outcomeOf(linksCount, { body: `${body}<a href="/a">A</a>` })).toMatchObject({
    summary: 'The page has 2 links, 1 of them within the site and 1 in image maps.',
    value: { links: 2, internal: 1, areas: 1 },
  });
});

it('counts links of SVG, which lead to other pages', async () => {
  const svg =
    '<svg><a href="/a"><text>A</text></a><a xlink:href="https://other.example/"></a></svg>';
  expect(await outcomeOf(linksNone, { body: svg })).toMatchObject({
    status: 'pass',
    summary: 'The page has 2 links to other pages.',
  });
  expect((await outcomeOf(linksCount, { body: svg })).summary).toBe(
    'The page has 2 links, 0 of them within the site and 2 in image maps and SVG.',
  );
  const own = '<p>Text</p><svg><a href="#a"><text>A</text></a><a><text>B</text></a></svg>';
  expect((await outcomeOf(linksNone, { body: own })).status).toBe('fail');
});

it('does not fail a page that embeds another one', async () => {
  expect((await outcomeOf(linksNone, { body: '<iframe src=/f></iframe>' })).status).toBe('na');
  const html = '<html><frameset cols="50%,50%"><frame src=/a><frame src=/b></frameset></html>';
  expect((await outcomeOf(linksNone, { html })).status).toBe('na');
});

it.each(['nofollow', 'noopener NOFOLLOW'])('warns about rel="%s" within the site', async (rel) => {
  const body = `<a href="/a">A</a>\n<a href="/b" rel="${rel}">B</a>`;
  expect(await outcomeOf(linkNofollowInternal, { body })).toMatchObject({
    status: 'warn',
    summary: '1 of 2 internal links is marked nofollow.',
    value: { links: 2, marked: 1 },
    evidence: [{ line: 2, column: 1 }],
  });
  expect(linkNofollowInternal.importance).toBe('info');
});

it.each([
  ['<a href="/a" rel="noopener">A</a><a href="https://other.example/" rel=nofollow>B</a>', 'pass'],
  ['<a href="/page?share=facebook" rel="nofollow noopener">Share</a>', 'pass'],
  ['<a href="/page?a=b&amp;replytocom=12#respond" rel=nofollow>Reply</a>', 'pass'],
  ['<a href="/linkout/12" rel="noopener sponsored">An offer</a>', 'pass'],
  ['<a href="/ann" rel="external nofollow ugc">Ann, in a comment</a>', 'pass'],
  ['<a href="/wp-login.php" rel=nofollow>Log in</a>', 'pass'],
  [
    '<a href="/detail?p_p_id=com_liferay_login_web_portlet_LoginPortlet" rel=nofollow>A</a>',
    'pass',
  ],
  ['<a href="/user/login?destination=/a" rel=nofollow>Log in</a>', 'pass'],
  ['<a href="/Sign-Up/" rel=nofollow>Sign up</a>', 'pass'],
  ['<a href="/page/print/" rel=nofollow>Print</a>', 'pass'],
  ['<a href="/index.php?title=Rye&amp;printable=yes" rel=nofollow>Print</a>', 'pass'],
  ['<a href="/index.php?title=Rye&amp;action=edit" rel=nofollow>Edit</a>', 'pass'],
  ['<a href="/page?format=pdf" rel=nofollow>As a PDF</a>', 'pass'],
  ['<a href="/page?id=7&amp;Format=print" rel=nofollow>Print</a>', 'pass'],
  ['<a href="/page?format=html" rel=nofollow>Page</a>', 'warn'],
  ['<a href="/comment/reply/12" rel=nofollow>Reply</a>', 'pass'],
  ['<a href="/shop/?add-to-cart=12" rel=nofollow>Add to cart</a>', 'pass'],
  ['<a href="/a">A</a><a href="/cdn-cgi/l/email-protection#a1" rel=nofollow>Mail</a>', 'pass'],
  ['<a href="/fine-prints" rel=nofollow>Fine prints</a>', 'warn'],
  ['<a href="/login-tips" rel=nofollow>Login tips</a>', 'warn'],
  ['<a href="/share-prices" rel=nofollow>Share prices</a>', 'warn'],
  ['<a href="https://other.example/" rel=nofollow>B</a>', 'na'],
  ['<a href="#a" rel=nofollow>A</a>', 'na'],
] as const)('takes %s to %s', async (body, status) => {
  expect((await outcomeOf(linkNofollowInternal, { body })).status).toBe(status);
});

it('looks at the first 200 links that are marked', async () => {
  const facts = await factsOf({ body: '<a href="/a" rel=nofollow>A</a>'.repeat(400) });
  expect(evaluate(linkNofollowInternal, facts).value).toEqual({ links: 400, marked: 200 });
  expect(notesOn(facts.page)).toEqual(['only the first 200 links marked nofollow are checked']);
});

it('does not claim that no link is marked', async () => {
  const body = '<a href="/a">A</a><a href="/login" rel=nofollow>Log in</a>';
  expect((await outcomeOf(linkNofollowInternal, { body })).summary).toBe(
    'Only links to a login, a cart, a print version or the like are marked nofollow: 1 of 2.',
  );
});

it('uses the singular for one link', async () => {
  const { summary } = await outcomeOf(linksCount, { body: '<a href="/a">A</a>' });
  expect(summary).toBe('The page has 1 link, 1 of them within the site.');
});

it('leaves out the nofollow link of the owner of a blog above a comment', async () => {
  const owner = '<a href="https://example.com" rel="nofollow">';
  const comment = `${owner}<img src=me.png alt=""></a>${owner}Jo</a> on <a href="/rye#comment-7">Rye</a>`;
  const of = async (body: string) => (await outcomeOf(linkNofollowInternal, { body })).status;
  expect(await of(comment)).toBe('pass');
  expect(await of(`${owner}Jo</a> on <a href="/rye">Rye</a>`)).toBe('warn');
  expect(await of(`<a href="/jo" rel="nofollow">Jo</a> on <a href="/rye#comment-7">Rye</a>`)).toBe(
    'warn',
  );
  expect(await of(`${owner}Jo</a><a href="/a">A</a><a href="/b">B</a>${comment}`)).toBe('warn');
});
