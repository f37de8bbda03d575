import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linksCrawlable } from './links-crawlable.ts';

const of = (body: string) => outcomeOf(linksCrawlable, { body });

it.each([
  'javascript:void(0)',
  'javascript:void(0);',
  'javascript:void 0',
  'javascript:void0',
  'javascript: void(0)',
  'javascript:void( 0 )',
  'JavaScript:Void(0)',
  'javascript : void(0)',
  'javascript : void ( 0 )',
  'javascript: void 0',
  ' javascript : void(0)',
  'JAVASCRIPT : void(0)',
  "javascript:window.location.href='/products'",
  "javascript:goTo('products')",
  "javascript:location.replace('/a')",
  "javascript:__doPostBack('page','2')",
  'ftp://',
  'file:///C:/site/index.html',
  'http://',
  'https://exa mple.com/',
])('fails a link to "%s"', async (href) => {
  expect(await of(`<a href="${href}">Menu</a>`)).toMatchObject({
    status: 'fail',
    value: { links: 1, uncrawlable: 1 },
    evidence: [{ kind: 'html', text: `<a href="${href}">`, line: 1 }],
  });
});

it.each([
  `<a onclick="location.href='/a'">Menu</a>`,
  `<a onclick="window.location = '/a'">Menu</a>`,
  `<a class=x onclick="track(); window.open('/a')">Menu</a>`,
  `<a href="javascript:void(0)" onclick="window.open('/a')">Menu</a>`,
  `<a href="javascript:void(0)" onclick="goTo('products')">Menu</a>`,
  '<a href="javascript:void(0)" onclick="">Menu</a>',
  '<a href="file:///a" onclick="count()">Menu</a>',
  `<a href="javascript:location.replace('/a')" aria-haspopup=true>Menu</a>`,
  `<a href="javascript:void(0)" aria-haspopup=true onclick="location='/a'">Menu</a>`,
  '<a target=_blank>Menu</a>',
  '<a rel=nofollow>Menu</a>',
  '<a download>Menu</a>',
  '<a name=" " rel=nofollow>Menu</a>',
  '<a role=" " rel=nofollow>Menu</a>',
])('fails %s, which is to be a link', async (body) => {
  expect((await of(body)).status).toBe('fail');
});

it.each([
  '<a href="/contact">Contact</a>',
  '<a href="contact.html" onclick="go()">Contact</a>',
  '<a href="#prices">Prices</a>',
  '<a href="">This page</a>',
  '<a href=" " onclick=" ">This page</a>',
  '<a href="#">Top</a>',
  '<a href="#:~:text=rye">Rye</a>',
  '<a href="?page=2">Next</a>',
  '<a href="//example.org">There</a>',
  '<a href="http://192.0.2.1">There</a>',
  '<a href="ftp://reader@example.org">Files</a>',
  '<a href="mailto:javascript:void(0)">Write</a>',
  '<a href="tel:+370">Call</a>',
  '<a href="javascript:void(0)" role="button">Menu</a>',
  '<a href="javascript:void(0)" name="menu">Menu</a>',
  '<a href="javascript:print()">Print</a>',
  '<a href="javascript:void(0)" onclick="openMenu()">Menu</a><a href="/b">B</a>',
  '<a href="javascript:void(0)" aria-expanded=false>Menu</a><a href="/b">B</a>',
  '<a href="javascript:void(0);" data-bs-toggle=modal data-bs-target="#m">Menu</a><a href="/b">B</a>',
  '<a class=nav-trigger rel=nofollow data-toggle=collapse data-target=".nav">Menu</a><a href="/b">B</a>',
  '<a href="javascript:void(0)" @click="open = true">Menu</a><a href="/b">B</a>',
  '<a href="javascript:location.reload()">Again</a>',
  '<a href="javascript:history.back()">Back</a>',
  '<a id=prices target=_self>Prices</a>',
  '<a onclick="explain(1)">Crust</a><a href="/b">B</a>',
  '<a onclick="gotoSlide(2)">Next</a><a href="javascript:void(0)" onclick="gotoSlide(1)">Back</a><a href="/b">B</a>',
  '<a role=button tabindex=0 onclick="explain(1)">Crust</a><a href="/b">B</a>',
  '<a onclick="show(location.hash)">C</a><a href="#D" onclick="show()">D</a>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it('does not report a URL that contains such a script', async () => {
  expect((await of('<a href="/share?url=javascript:void(0)">Share</a>')).status).toBe('pass');
});

it.each([
  '<a class="ot-sdk-show-settings" href="javascript:void(0)">Cookies</a>',
  '<a class="cky-banner-element" rel=nofollow>Cookies</a>',
  '<a class="cmplz-manage-consent" target=_self>Cookies</a>',
  '<a href="javascript:void(0)" onclick="CookieConsent.renew()">Cookies</a>',
  '<a href="javascript:void(0)" onclick="Cookiebot.renew()">Cookies</a>',
  '<a href="javascript:void(0)" onclick="Didomi.preferences.show()">Cookies</a>',
  '<a href="javascript:void(0)" onclick="UC_UI.showSecondLayer()">Cookies</a>',
  '<a href="javascript:void(0)" data-cc="c-settings" onclick="__tcfapi(1)">Cookies</a>',
])('leaves out a link that opens the settings of a consent tool: %s', async (body) => {
  expect((await of(body)).status).toBe('na');
  expect(await of(`${body}<a href="/a">A</a>`)).toMatchObject({
    status: 'pass',
    value: { links: 1 },
  });
});

it('searches the first 500 links for consent tools', async () => {
  const opener = '<a class="ot-sdk-show-settings" href="javascript:void(0)">Cookies</a>';
  expect((await of(opener.repeat(600))).value).toEqual({ links: 100, uncrawlable: 100 });
});

it.each([
  [
    '<a href="/a">A</a><a href="javascript:void(0)">B</a>',
    'Search engines cannot follow 1 of 2 links. It has javascript:void(0) instead of a URL: a button, or a link that only a script follows.',
  ],
  [
    '<a href="/a">A</a><a href="javascript:void(0)">B</a><a href=" JavaScript: void 0">C</a>',
    'Search engines cannot follow 2 of 3 links. They have javascript:void(0) instead of a URL: buttons, or links that only a script follows.',
  ],
  [
    '<a href="file:///a">A</a><a href="javascript:void(0)">B</a>',
    'Search engines cannot follow 2 of 2 links. 1 of them has javascript:void(0) instead of a URL: a button, or a link that only a script follows.',
  ],
  ['<a href="/a">A</a><a href="file:///a">B</a>', 'Search engines cannot follow 1 of 2 links.'],
])('states what the links of %s may be', async (body, summary) => {
  expect(await of(body)).toMatchObject({ summary });
});

it('gives the share of links that can be followed', async () => {
  expect(await of('<a href="/a">A</a>\n<a href="javascript:void(0)">B</a>')).toMatchObject({
    status: 'warn',
    points: 0.405,
    evidence: [{ line: 2, column: 1 }],
  });
});

it.each([
  '<p>Text</p>',
  '<a>Here you are</a>',
  '<a aria-current=page>Here</a>',
  '<a name=top></a>',
  '<a id=top></a>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('reads links of image maps and of SVG', async () => {
  const map = (href: string) => `<map name=m><area href="${href}" alt=A></map>`;
  const svg = (href: string) => `<svg><a xlink:href="${href}"><text>A</text></a></svg>`;
  for (const link of [map, svg]) {
    expect(await of(link('/a'))).toMatchObject({ status: 'pass', value: { links: 1 } });
    expect((await of(link('javascript:print()'))).status).toBe('pass');
    expect(await of(`${link('/a')}${link('javascript:void(0)')}`)).toMatchObject({
      status: 'warn',
      value: { links: 2, uncrawlable: 1 },
    });
  }
});
