import { describe, expect, it } from 'vitest';
import { textFacts } from '../fixtures/text-facts.ts';

const marksOf = (script: string, tag = '<script>') =>
  textFacts(`${tag}${script}</script>`).scripts[0]?.marks;

describe('the marks of an inline script', () => {
  it.each([
    ['https://www.googletagmanager.com/gtag/js?id=G-1', 'googletagmanager.com/gtag/js'],
    ["'https://www.googletagmanager.com/gtm.js?id='+i+dl", 'googletagmanager.com/gtm'],
    ["'.google-analytics.com/ga.js'", 'google-analytics.com/ga.js'],
    ['https://connect.facebook.net/de_DE/fbevents.js', 'connect.facebook.net/de_DE/fbevents'],
    ["gtag('consent', 'default', {})", 'onsent'],
    ['/*! jQuery v3.7.1 | (c) */', 'jQuery v3.7.1'],
    ['//# sourceMappingURL=a.js.map', 'sourceMappingURL='],
  ])('of %s', (script, mark) => {
    expect(marksOf(script)).toEqual([mark]);
  });

  it.each([
    '(function(i,s,o){})()',
    '\n  <!--\n!function (w, d, t) {}()',
    '// Pixel\n/* of * 1 */ ;(function(l) {})',
    'var _gaq = _gaq || []',
    '_linkedin_partner_id = "1"',
  ])('name the snippet of a service: %s', (script) => {
    expect(marksOf(script)).toEqual(['snippet']);
  });

  it('are found in linear time', () => {
    expect(marksOf('//'.repeat(5_000))).toEqual([]);
    expect(marksOf('/*'.repeat(5_000))).toEqual([]);
    expect(marksOf('<!--'.repeat(5_000))).toEqual([]);
  });

  it.each([
    'function load() { (function(i,s,o){})() }',
    '(function($){})(jQuery)',
    '(function(){})()',
    'button.onclick = function(e) {}',
    'addEventListener("load", function(e) {})',
    'var _gaqs = 1',
    '/* (function(i,s,o){})()',
    `${' '.repeat(1_000)}(function(i,s,o){})()`,
  ])('name no snippet in %s', (script) => {
    expect(marksOf(script)).toEqual([]);
  });

  it.each([
    ['with a URL', '<script src=a.js>'],
    ['of data', '<script type=application/json>'],
    ['that is held back', '<script type=text/plain>'],
    ['of a template language', '<script type=text/x-handlebars>'],
  ])('are none in a script %s', (_what, tag) => {
    expect(marksOf('cookie', tag)).toEqual([]);
  });

  it.each(['', 'module', ' text/javascript ', 'application/x-javascript', 'TEXT/ECMASCRIPT'])(
    'are those of a script of type "%s"',
    (type) => {
      expect(marksOf('cookie', `<script type="${type}">`)).toEqual(['ookie']);
    },
  );

  it('are found once each, in order, also where a long script is read in pieces', () => {
    for (let before = 16_340; before < 16_400; before++) {
      const script = `${'x'.repeat(before)}/*! jQuery v1.12.4 | */ document.cookie cookie gdpr`;
      expect(marksOf(script)).toEqual(['jQuery v1.12.4', 'ookie', 'gdpr']);
    }
  });

  it('are at most 40', () => {
    const versions = Array.from({ length: 60 }, (_, index) => `jQuery v1.2.${index} `);
    expect(marksOf(versions.join(''))).toHaveLength(40);
  });

  it('are not those of the text around', () => {
    expect(textFacts('cookie<script></script>cookie').scripts[0]?.marks).toEqual([]);
  });
});
