import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { trackerConsent } from './tracker-consent.ts';

const url = 'https://baeckerei.example.de/';

/** A page with scripts in its head. */
const pageWith = (head: string, { lang = 'de', body = '' } = {}) =>
  `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;

const of = (head: string, options: { lang?: string; body?: string; url?: string } = {}) =>
  outcomeOf(trackerConsent, { html: pageWith(head, options), url: options.url ?? url });

const gtag =
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>gtag("config", "G-1")</script>';
const meta =
  '<script>!function(f,b,e,v){}(window,document,"script","https://connect.facebook.net/en_US/fbevents.js");fbq("init","1")</script>';

describe('finds trackers that run at once', () => {
  it.each([
    ['the Google tag', gtag, 'The Google tag (gtag.js)'],
    [
      'Google Analytics of 2015',
      "<script>(function(i,s){})(window,document,'script','//www.google-analytics.com/analytics.js','ga');</script>",
      'Google Analytics',
    ],
    [
      'Google Analytics of 2010',
      "<script>var _gaq = _gaq || []; (function() { ga.src = ('https:' == p ? 'https://ssl' : 'http://www') + '.google-analytics.com/ga.js'; })();</script>",
      'Google Analytics',
    ],
    ['Meta Pixel', meta, 'Meta Pixel'],
    [
      'Hotjar',
      "<script>(function(h,o,t,j){})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=');</script>",
      'Hotjar',
    ],
    [
      'Clarity',
      '<script>(function(c,l){t.src="https://www.clarity.ms/tag/"+i})(window)</script>',
      'Microsoft Clarity',
    ],
    [
      'LinkedIn',
      '<script src="https://snap.licdn.com/li.lms-analytics/insight.min.js"></script>',
      'LinkedIn Insight Tag',
    ],
  ])('%s', async (_what, head, name) => {
    expect(await of(head)).toMatchObject({
      status: 'warn',
      summary: `${name} loads before any consent tool that we know.`,
    });
  });

  it('and quotes each', async () => {
    expect(await of(gtag + meta)).toMatchObject({
      summary: 'The Google tag (gtag.js) and Meta Pixel load before any consent tool that we know.',
      value: { trackers: ['the Google tag (gtag.js)', 'Meta Pixel'], consent_tools: [] },
      evidence: [{ kind: 'html' }, { kind: 'html', text: '<script>' }],
    });
  });
});

describe('accuses no page', () => {
  it.each([
    ['without scripts', ''],
    [
      'with analytics without cookies',
      '<script defer src="https://plausible.io/js/script.js"></script>',
    ],
    [
      'with Matomo',
      '<script>_paq.push(["disableCookies"]); u="//matomo.example.de/matomo.js"</script>',
    ],
    ['with scripts that are held back', gtag.replaceAll('<script', '<script type="text/plain"')],
    ['with a social plugin', '<script src="https://connect.facebook.net/de_DE/sdk.js"></script>'],
    ['that names a tracker in its data', `<script type="application/json">"${meta}"</script>`],
  ])('%s', async (_what, head) => {
    expect(await of(head)).toEqual({
      status: 'na',
      summary: 'The page starts no tracker that we know.',
    });
  });

  it('with a tag manager, which may load a consent tool', async () => {
    const gtm = '<script>"https://www.googletagmanager.com/gtm.js?id="+i</script>';
    expect(await of(gtm)).toMatchObject({
      status: 'na',
      summary: 'What Google Tag Manager loads is not visible in the page.',
    });
    expect(await of(gtm + gtag)).toMatchObject({
      status: 'na',
      summary: expect.stringContaining('Google Tag Manager may load a consent tool'),
    });
  });

  it.each([
    ['Cookiebot', '<script src="https://consent.cookiebot.com/uc.js"></script>'],
    ['OneTrust', '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>'],
    [
      'Usercentrics',
      '<script src="https://app.usercentrics.eu/browser-ui/latest/loader.js"></script>',
    ],
    ['Didomi', '<script src="https://sdk.privacy-center.org/x/loader.js"></script>'],
    [
      'Complianz',
      '<script src="/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js"></script>',
    ],
    ['Klaro', '<script defer src="/js/klaro.js"></script>'],
  ])('with %s', async (name, tool) => {
    expect(await of(gtag + tool)).toMatchObject({
      status: 'pass',
      summary: expect.stringContaining(`consent tool: ${name}.`),
    });
  });

  it.each([
    ['another script that is held back', '<script type="text/plain" src="/map.js"></script>'],
    ['a default for Google', '<script>gtag("consent", "default", {})</script>'],
    ['a tool of the IAB', '<script>window.__tcfapi = f</script>'],
    ['its own banner', '<script>if (cookiesAccepted) load()</script>'],
    ['its own script', '<script src="/js/cookie-banner.js"></script>'],
    ['a style sheet of a banner', '<link rel="stylesheet" href="/cookieconsent.css">'],
  ])('with %s', async (_what, head) => {
    expect(await of(gtag + head)).toMatchObject({
      status: 'na',
      summary: expect.stringContaining('is not visible'),
    });
  });

  it('with an element for a banner, or a script that reads a stored choice', async () => {
    expect((await of(gtag, { body: '<div id="gdpr-notice"></div>' })).status).toBe('na');
    const stored = meta.replace('</script>', ';if (localStorage.ok) fbq()</script>');
    expect((await of(stored)).status).toBe('na');
  });

  it.each([
    ['in a function', meta.replace('<script>', '<script>function load() {').replace('</', '}</')],
    ['after a click', meta.replace('<script>', '<script>ok.onclick = () => ')],
    ['in a condition', meta.replace('<script>', '<script>if (window.allowed) ')],
    [
      'as a sample of code',
      '<script>var sample = "https://www.googletagmanager.com/gtag/js?id=G-1"</script>',
    ],
  ])('with a tracker %s', async (_what, head) => {
    expect(await of(head)).toMatchObject({
      status: 'na',
      summary: expect.stringContaining('a script of the page may load it later'),
    });
  });

  it.each([
    ['for the United States', { lang: 'en-US', url: 'https://bakery.example.com/' }],
    ['for all who speak English', { lang: 'en', url: 'https://bakery.example.com/' }],
    ['for Switzerland', { lang: 'de', url: 'https://baeckerei.example.ch/' }],
    ['for Switzerland, by language', { lang: 'de-CH', url: 'https://baeckerei.example.com/' }],
    ['for the United Kingdom', { lang: 'en-GB', url: 'https://bakery.example.co.uk/' }],
    ['for Canada', { lang: 'fr', url: 'https://boulangerie.example.ca/' }],
    ['for Latin America', { lang: 'es', url: 'https://panaderia.example.com/' }],
    ['for Brazil', { lang: 'pt-BR', url: 'https://padaria.example.com/' }],
    ['whose domain is a word', { lang: 'en', url: 'https://what.example.is/' }],
    ['without a language', { lang: '', url: 'https://example.com/' }],
  ])('%s', async (_what, options) => {
    expect(await of(gtag, options)).toMatchObject({
      status: 'na',
      summary: 'Nothing on the page says that it is for visitors in the European Economic Area.',
    });
  });
});

it.each([
  { lang: 'de', url: 'https://example.com/' },
  { lang: 'de-AT', url: 'https://example.com/' },
  { lang: 'fr-FR', url: 'https://example.com/' },
  { lang: 'fr', url: 'https://example.fr/' },
  { lang: '', url: 'https://example.pl/' },
  { lang: 'sv', url: 'https://example.io/' },
  { lang: 'en', url: 'https://example.eu/' },
  { lang: 'en-IE', url: 'https://example.ie/' },
])('applies to a page in %j', async (options) => {
  expect((await of(gtag, options)).status).toBe('warn');
});
