import { describe, expect, it } from 'vitest';
import { factsOf, type PageUnderTest } from '../checks/fixtures/facts-of.ts';
import { servedPageOf } from './served-page.ts';

const served = async (page: PageUnderTest) => {
  const { kind, by } = servedPageOf(await factsOf(page));
  return by === null ? kind : `${kind} by ${by}`;
};
const text = (words: number) => `<p>${'Rye '.repeat(words)}</p>`;
const titled = (title: string, body = '<p>Please wait.</p>') => ({
  html: `<title>${title}</title>${body}`,
});

describe('refusals', () => {
  it.each([401, 403, 407, 429, 451, 503])('status %i', async (status) => {
    expect(await served({ status, body: text(500) })).toBe('refusal');
  });

  it.each([200, 206, 400, 404, 410, 500, 502])('status %i is the page’s own', async (status) => {
    expect(await served({ status })).toBe('page');
  });

  const block = '<script src="https://ct.captcha-delivery.com/c.js"></script>';
  it.each<[string, PageUnderTest]>([
    ['Cloudflare', { status: 403, headers: { 'cf-mitigated': 'challenge' } }],
    ['Cloudflare', { headers: { 'CF-Mitigated': 'challenge' }, body: text(900) }],
    ['Cloudflare', { status: 503, ...titled('Just a moment...') }],
    ['Cloudflare', { status: 403, ...titled('Attention Required! | Cloudflare') }],
    [
      'Cloudflare',
      { status: 403, ...titled('Access denied | a.example used Cloudflare to restrict access') },
    ],
    ['AWS WAF', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }],
    ['AWS WAF', { status: 405, headers: { 'x-amzn-waf-action': 'captcha' } }],
    ['Vercel', { status: 429, headers: { 'x-vercel-mitigated': 'challenge' } }],
    ['SiteGround', { status: 202, headers: { 'sg-captcha': 'challenge' } }],
    ['Sucuri', { status: 403, headers: { 'x-sucuri-block': 'GEO02' } }],
    ['DataDome', { status: 403, body: block }],
    ['DataDome', { body: block }],
    ['HUMAN (PerimeterX)', { status: 403, body: '<div id="px-captcha"></div>' }],
    ['HUMAN (PerimeterX)', titled('Access to this page has been denied')],
    ['Akamai', { status: 403, headers: { server: 'AkamaiGHost' } }],
    ['Akamai', { body: '<script src="/_sec/cp_challenge/ak-challenge-4-3.htm"></script>' }],
    ['Akamai', { body: '<div id="sec-if-cpt-container"></div>' }],
    ['Imperva', { body: '<iframe src="/_Incapsula_Resource?CWUDNSAI=18"></iframe>' }],
    ['Imperva', titled('Pardon Our Interruption')],
    ['DDoS-Guard', { status: 403, ...titled('DDoS-Guard') }],
  ])('by %s', async (by, page) => {
    expect(await served(page)).toBe(`refusal by ${by}`);
  });

  const captcha = '<script src="https://www.google.com/recaptcha/api.js"></script>';
  it.each([
    titled('Robot Check'),
    titled('Are you a robot?'),
    titled('Checking your browser before accessing example.com'),
    titled('CAPTCHA', captcha),
    titled(
      'Security Check',
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js">',
    ),
  ])('by an unknown captcha: $html', async (page) => {
    expect(await served(page)).toBe('refusal');
  });

  it.each<[string, PageUnderTest]>([
    ['an article about Cloudflare', titled('Attention required! | Cloudflare', text(151))],
    ['an article about challenges', titled('What “Just a moment...” means | Cloudflare guide')],
    ['a list of links with such a title', titled('Just a moment...', '<a href=/a>a</a>'.repeat(6))],
    ['a form with a captcha', { body: `<form></form>${captcha}${text(20)}` }],
    ['an app shell with a captcha', { body: `<div id=root></div>${captcha}` }],
    ['a security firm', titled('Security Check', text(60))],
    ['a page that Cloudflare let through', { headers: { server: 'cloudflare', 'cf-ray': '8a' } }],
    [
      'a page that DataDome let through',
      {
        headers: { 'x-datadome': 'protected' },
        body: '<script src="https://js.datadome.co/tags.js"></script>',
      },
    ],
    [
      'a page that Imperva let through',
      {
        headers: { 'x-iinfo': '1-2', 'set-cookie': 'visid_incap_1=a' },
        body: `<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>${text(3)}`,
      },
    ],
    [
      'an app shell behind Imperva',
      {
        body: '<div id=root></div><script src=/app.js></script><script src="/_Incapsula_Resource?S=7"></script>',
      },
    ],
    ['a page of a site on Akamai', { headers: { server: 'AkamaiGHost' } }],
    ['an article about DataDome', { body: `${block}${text(151)}` }],
  ])('do not include %s', async (_what, page) => {
    expect(await served(page)).toBe('page');
  });
});

describe('redirects', () => {
  const from = 'https://example.com/news/rye';
  const via = (url: string, status = 302, start = from): PageUnderTest => ({
    url,
    redirects: [[status, start]],
  });

  it.each([
    ['https://example.com/login', 'login'],
    ['https://example.com/de/users/sign_in?return=%2Fnews', 'login'],
    ['https://example.com/wp-login.php?redirect_to=x', 'login'],
    ['https://shop.example.com/password', 'login'],
    ['https://login.microsoftonline.com/common/oauth2', 'login'],
    ['https://consent.google.com/m?continue=x', 'consent'],
    ['https://guce.yahoo.com/consent?brand=a', 'consent'],
    ['https://example.com/consent/tcf/news', 'consent'],
    ['https://www.hugedomains.com/domain_profile.cfm?d=example', 'parked by www.hugedomains.com'],
    ['https://example.com/cgi-sys/defaultwebpage.cgi', 'default by cPanel'],
    ['https://example.com/cgi-sys/suspendedpage.cgi', 'suspended'],
  ])('to %s: %s', async (url, expected) => {
    expect(await served(via(url))).toBe(expected);
  });

  it.each<[string, PageUnderTest]>([
    ['a page that moved', via('https://example.com/bread/rye')],
    ['an article that moved', via('https://example.com/ethics/consent', 301)],
    ['an article on consent', via('https://example.com/ethics/consent')],
    ['an article on logins that moved', via('https://example.com/help/login', 301)],
    [
      'the login that was asked for',
      via('https://example.com/login/', 302, 'https://example.com/login'),
    ],
    ['an article whose name contains the word', via('https://example.com/login-problems')],
    ['a login that was asked for', { url: 'https://login.example.com/login' }],
    ['a page of the seller of domains', via('https://sedo.com/de/', 302, 'https://www.sedo.com/')],
  ])('do not include %s', async (_what, page) => {
    expect(await served(page)).toBe('page');
  });
});

describe('placeholders', () => {
  const file = (src: string, words = 20) => ({
    body: `<script src="${src}"></script>${text(words)}`,
  });

  it.each<[string, PageUnderTest]>([
    ['parked by Sedo', file('https://img.sedoparking.com/js/jquery.js')],
    ['parked by ParkingCrew', file('//www.parkingcrew.net/jsparkcaf.php')],
    ['parked by GoDaddy', file('https://img1.wsimg.com/parking-lander/static/js/main.js')],
    ['parked by Google AdSense', file('https://www.google.com/adsense/domains/caf.js')],
    ['default by nginx', titled('Welcome to nginx!', text(50))],
    ['default by Apache', titled('Apache2 Ubuntu Default Page: It works', text(400))],
    ['default by Apache', titled('Test Page for the Apache HTTP Server on Fedora', text(200))],
    ['default by Apache', { html: '<html><body><h1>It works!</h1></body></html>' }],
    [
      'default by IIS',
      titled('IIS Windows Server', '<a href=x><img src=iisstart.png alt=IIS></a>'),
    ],
    ['default by Plesk', titled("Web Server's Default Page")],
    [
      'default by Plesk',
      file(
        'https://assets.plesk.com/static/default-website-content/public/default-server-index.js',
      ),
    ],
    ['default by cPanel', titled('Default Web Site Page')],
    ['default by Tomcat', titled('Apache Tomcat/9.0.80')],
  ])('%s', async (expected, page) => {
    expect(await served(page)).toBe(expected);
  });

  it.each<[string, PageUnderTest]>([
    ['a missing page of such a server', { status: 404, ...titled('Welcome to nginx!') }],
    ['an article', titled('Welcome to nginx!', text(151))],
    ['an article about the page', titled('Apache2 Ubuntu Default Page: It works – what now?')],
    ['a page that says so', titled('Rye bread', '<h1>It works!</h1>')],
    ['a long page', file('https://www.google.com/adsense/domains/caf.js', 201)],
    [
      'a page with advertising',
      file('https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'),
    ],
    ['a page that links to a seller', { body: '<a href="https://sedo.com/">Buy this domain</a>' }],
    ['coming soon', titled('Coming soon', '<h1>Coming soon</h1>')],
    ['an empty page', { html: '' }],
  ])('do not include %s', async (_what, page) => {
    expect(await served(page)).toBe('page');
  });
});

describe('pages that only ask for consent', () => {
  const buttons = '<button>Reject all</button><button>Accept all</button>';

  it.each<[string, PageUnderTest]>([
    ['the title', titled('Before you continue to Rye', buttons)],
    ['the main heading', titled('Rye', `<h1>We value your privacy</h1>${buttons}`)],
    ['German', titled('Bevor Sie zu Rye weitergehen', '<form><input type=submit></form>')],
  ])('are known by %s', async (_name, page) => {
    expect(await served(page)).toBe('consent');
  });

  it.each<[string, PageUnderTest]>([
    ['a page without anything to press', titled('Before you continue')],
    ['an article', titled('Before you continue', `${buttons}${text(151)}`)],
    [
      'a page with a menu',
      titled('Before you continue', `${buttons}${'<a href=/>Rye</a>'.repeat(6)}`),
    ],
    ['a heading of a banner', titled('Rye', `<h2>We value your privacy</h2>${buttons}`)],
    ['a settings page', titled('Cookie settings', buttons)],
  ])('do not include %s', async (_what, page) => {
    expect(await served(page)).toBe('page');
  });

  it('are refusals with a status that refuses', async () => {
    expect(await served({ status: 403, ...titled('Before you continue', buttons) })).toBe(
      'refusal',
    );
  });
});

it('does not take a page with a consent banner for a wall', async () => {
  const banner = '<div class="cookie-banner">We use cookies. <button>Accept</button></div>';
  const body = `${banner}<script src="https://consent.cookiebot.com/uc.js"></script>${text(100)}`;
  expect(await served({ body })).toBe('page');
});
