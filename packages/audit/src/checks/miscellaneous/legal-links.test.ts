import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { privacyLink } from '../security/privacy-link.ts';
import { imprintLink } from './imprint-link.ts';
import { shopLinks } from './shop-links.ts';

const ga = '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>';
const menu = ['rye', 'wheat', 'spelt', 'cakes', 'rolls']
  .map((path) => `<a href="/${path}">${path}</a>`)
  .join(' ');
const product =
  '<a href="/cart">0</a><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Rye","offers":{"@type":"Offer","price":"3"}}</script>';

/** A page with a text, a menu and a footer. */
function pageWith({
  lang = 'en',
  head = ga,
  body = '',
  footer = 'Bread, baked daily since 1920',
  text = 'We bake bread every day. '.repeat(20),
} = {}): string {
  return `<!doctype html><html lang="${lang}"><head><title>Bread</title>${head}</head><body><h1>Bread</h1><nav>${menu}</nav><main>${text}${body}</main><footer>${footer}</footer></body></html>`;
}

const privacyOf = (page: Parameters<typeof pageWith>[0], url = 'https://example.com/bread') =>
  outcomeOf(privacyLink, { html: pageWith(page), url });

describe('a privacy policy', () => {
  it('is due where a tracker or a form collects data', async () => {
    expect(await privacyOf({})).toMatchObject({
      status: 'warn',
      summary:
        'The page has the Google tag (gtag.js), but no link whose text or URL names a privacy policy.',
      evidence: [{ text: ga.replace('</script>', '') }],
    });
    expect(await privacyOf({ head: '', body: '<input type="email" name="m">' })).toMatchObject({
      status: 'warn',
      summary:
        'The page has a form field for an email address, but no link whose text or URL names a privacy policy.',
      evidence: [{ text: '<input type="email" name="m">' }],
    });
  });

  it.each([
    ['no form', ''],
    ['a search', '<form><input type="search" name="q"></form>'],
    ['a quantity', '<input type="number" name="amount">'],
    ['a hidden field', '<input type="hidden" name="email" autocomplete="email">'],
  ])('is not due with %s', async (_what, body) => {
    expect(await privacyOf({ head: '', body })).toEqual({
      status: 'na',
      summary: 'The page has no tracker that we know and no form field for personal data.',
    });
  });

  it.each([
    ['en', 'Privacy Policy'],
    ['en', 'Your Privacy Choices'],
    ['de', 'Datenschutzerklärung'],
    ['de', 'Hinweise zum Datenschutz'],
    ['fr', 'Politique de confidentialité'],
    ['fr', 'Données personnelles'],
    ['es', 'Política de privacidad'],
    ['es', 'Aviso legal'],
    ['es', 'Políticas de cookies'],
    ['it', 'Informativa sulla privacy'],
    ['it', 'Note legali'],
    ['nl', 'Privacyverklaring'],
    ['pt', 'Política de Privacidade'],
    ['pl', 'Polityka prywatności'],
    ['pl', 'RODO'],
    ['sv', 'Integritetspolicy'],
    ['sv', 'Personuppgifter'],
    ['da', 'Persondatapolitik'],
    ['fi', 'Tietosuojaseloste'],
    ['nb', 'Personvern'],
    ['cs', 'Ochrana osobních údajů'],
    ['cs', 'Zásady ochrany soukromí'],
    ['hu', 'Adatvédelmi tájékoztató'],
    ['hu', 'Adatkezelés'],
    ['ro', 'Politica de confidențialitate'],
    ['ro', 'Prelucrarea datelor cu caracter personal'],
    ['tr', 'Gizlilik politikası'],
    ['tr', 'KVKK Aydınlatma Metni'],
    ['ru', 'Политика конфиденциальности'],
    ['ru', 'Обработка персональных данных'],
    ['uk', 'Політика конфіденційності'],
    ['el', 'Πολιτική απορρήτου'],
    ['el', 'Προστασία προσωπικών δεδομένων'],
    ['ja', 'プライバシーポリシー'],
    ['ja', '個人情報保護方針'],
    ['zh', '隐私政策'],
    ['zh-TW', '隱私權政策'],
    ['ko', '개인정보처리방침'],
    ['he', 'מדיניות פרטיות'],
    ['ar', 'سياسة الخصوصية'],
  ])('is known in %s: %s', async (lang, text) => {
    expect(
      (await privacyOf({ lang, footer: `<a href="/x">${text}</a> 1920 · 1920 · 1920` })).status,
    ).toBe('pass');
  });

  it.each([
    ['an image', '<a href="/x"><img src=p.png alt="Privacy"></a>'],
    ['a URL', '<a href="/datenschutz.html">Mehr</a>'],
    [
      'an encoded URL',
      '<a href="/%D0%BF%D0%B5%D1%80%D1%81%D0%BE%D0%BD%D0%B0%D0%BB%D1%8C%D0%BD%D1%8B%D0%B5">→</a>',
    ],
    ['a title', '<a href="/x" title="Privacy policy">§</a>'],
    ['a rel', '<a href="/x" rel="privacy-policy">§</a>'],
    ['a button', '<button>Privacy settings</button>'],
    ['a page of legal information', '<a href="/terms">Terms</a>'],
  ])('may be named by %s', async (_what, footer) => {
    expect((await privacyOf({ footer: `Bread, baked daily since 1920 ${footer}` })).status).toBe(
      'pass',
    );
  });

  it('is not missing where the page itself is it', async () => {
    expect((await privacyOf({}, 'https://example.com/privacy')).status).toBe('pass');
  });

  it.each([
    ['without a footer', pageWith().replace(/<footer>.*<\/footer>/, '')],
    ['whose footer a script fills in', pageWith({ footer: '' })],
    ['that stands alone, such as a login', pageWith().replace(menu, '')],
    ['in a language that is not known', pageWith({ lang: 'sw' })],
    ['that names no language', pageWith({ lang: '' })],
    [
      'that scripts fill in',
      `<html lang="en"><head>${ga}<script src="/app.js"></script></head><body><div id="root"></div></body>`,
    ],
  ])('is unknown on a page %s', async (_what, html) => {
    expect((await outcomeOf(privacyLink, { html })).status).toBe('na');
  });
});

describe('an imprint', () => {
  const of = (page: Parameters<typeof pageWith>[0], url = 'https://baeckerei.de/brot') =>
    outcomeOf(imprintLink, { html: pageWith({ lang: 'de', ...page }), url });

  it('is due in Germany and Austria', async () => {
    for (const url of ['https://baeckerei.de/brot', 'https://baeckerei.at/brot']) {
      expect((await of({}, url)).status).toBe('warn');
    }
    expect((await of({ lang: 'de-AT' }, 'https://example.com/brot')).status).toBe('warn');
  });

  it.each([
    ['in Switzerland', {}, 'https://baeckerei.ch/brot'],
    ['in Switzerland, by language', { lang: 'de-CH' }, 'https://baeckerei.de/brot'],
    ['without a country', {}, 'https://baeckerei.com/brot'],
    ['in English', { lang: 'en' }, 'https://bakery.de/bread'],
    ['on a page that shows no business', { head: '' }, 'https://baeckerei.de/brot'],
  ])('is not due %s', async (_what, page, url) => {
    expect((await of(page, url)).status).toBe('na');
  });

  it.each(['Impressum', 'Rechtliches', 'Kontakt', 'Über uns', 'AGB', 'Kontakt & Impressum'])(
    'may be behind “%s”',
    async (text) => {
      expect((await of({ footer: `<a href="/x">${text}</a> Bäckerei seit 1920` })).status).toBe(
        'pass',
      );
    },
  );
});

describe('a shop', () => {
  const of = (footer: string, body = product) =>
    outcomeOf(shopLinks, {
      html: pageWith({ body, footer: `Bread, baked daily since 1920 ${footer}` }),
    });

  it('names a contact, and terms of delivery', async () => {
    expect(await of('')).toMatchObject({
      status: 'warn',
      summary:
        'No text or URL of a link on this page names a contact or terms of delivery and return.',
    });
    expect(await of('<a href="mailto:a@example.com">a@example.com</a>')).toMatchObject({
      summary: 'No text or URL of a link on this page names terms of delivery and return.',
    });
    expect(await of('<a href="/help">Help</a> <a href="/r">Returns</a>')).toMatchObject({
      status: 'pass',
    });
  });

  it.each([
    ['an article about a product', product.replace('<a href="/cart">0</a>', '')],
    ['a page of a shop without a product', '<a href="/cart">0</a>'],
    ['a product without an offer', product.replace('offers', 'review')],
  ])('is not %s', async (_what, body) => {
    expect((await of('', body)).status).toBe('na');
  });
});

it('a page of very many links is not searched', async () => {
  const links = '<a href="/x">x</a>'.repeat(1_100);
  expect(await privacyOf({ body: links })).toEqual({
    status: 'na',
    summary: 'The page has more links than are read.',
  });
});
