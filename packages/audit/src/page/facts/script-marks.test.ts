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
  ])('are not found in a script %s', (_what, tag) => {
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

/** A script that writes an image wherever it writes something. */
const loading = (script: string) =>
  script.replace(/document\.write(?:ln)?\s?\(/g, (call) => `${call}/<img>/, `);

describe('a script writes into the page', () => {
  it.each([
    'document.write("x")',
    '  document.writeln (x);',
    'window.document.write(x)',
    'var a = 1; document.write(a)',
    'function f() { return 1 }\ndocument.write(f())',
    'if (a) { b() } document.write(a)',
    '<!--\ndocument.write("x");\n//-->',
    "// It's\n/* ' */ document.write('x')",
    "var a = 'it\\'s', b = \"'\", c = /['\"]/.test(a), d = `'`; document.write(a)",
    "a = b / 2; c = 'x' / 2; document.write(a)",
    "a = [1] / 2; b = (1) / '1'; document.write(a)",
    "a = b.split(/[/']/); document.write(a)",
    'if (/}/.test(a)) b = {}; document.write(a)',
    `/*${' '.repeat(16_500)}*/document.write(a)`,
  ])('with %s', (script) => {
    expect(marksOf(loading(script))).toContain('document.write');
  });

  it.each([
    ['in a comment', '// document.write(x)'],
    ['in a long comment', '/* a; document.write(x) */'],
    ['in a string', 'a = \'x; document.write(y)\'; b = "; document.write(y)"'],
    ['in a string of several lines', "a = 'x\\\n; document.write(y)'"],
    ['in a template', '`;document.write(x)`'],
    ['in a template with code', ['`$', '{`;document.write(x)`}`'].join('')],
    ['in a regular expression', 'a = /;document.write(x)/; return /;document.write(x)/'],
    ['in a function', 'function f() { document.write(x) }'],
    ['in a function of a call', 'a(function () { b; document.write(x) })'],
    ['in a condition', 'if (a) { document.write(x) } else document.write(y)'],
    ['in a condition without a block', 'if (a) document.write(x)'],
    ['as a fallback', "window.jQuery || document.write('<script src=jquery.js><\\/script>')"],
    ['as an alternative', 'a ? document.write(x) : b'],
    ['of another window', 'popup.document.write(x); popup.document.close()'],
    ['of a property', 'a.document.write(x); my$document.write(x); documents.write(x)'],
    ['as a value', 'a = document.write; document.write = b; document.writer(x)'],
    ['after what cannot be read', "a = 'x\n; document.write(x)"],
    ['after a bracket too many', '} if (a) { b; document.write(x) }'],
    ['after the end of the script', "a = 'document.write'</script><p>; document.write(x)</p>"],
    ['after too long a beginning', `/*${' '.repeat(20_000)}*/document.write(x)`],
  ])('not %s', (_what, script) => {
    expect(marksOf(loading(script))).not.toContain('document.write');
  });

  it.each([
    "document.write('<script>a()<\\/script>')",
    'document.write("<scr" + "ipt src=\'a.js\'></scr" + "ipt>")',
    "document.write(unescape('%3Cscript src=%22a.js%22%3E'))",
    'document.write(\'<LINK rel="stylesheet" href="a.css">\')',
    "document.writeln('<iframe>')",
    "window.document.write(f(a, ['<b>', '<img>']))",
    "document.write('<b>'); document.write('<img>')",
  ])('that loads a file: %s', (script) => {
    expect(marksOf(script)).toContain('document.write');
  });

  it.each([
    'document.write("<strong>" + date() + "</strong>")',
    'document.write(text)',
    'document.write(a.src == b)',
    "document.write('<b>'); a('<img>')",
    "document.write('<b>', (c)); img.src = a",
    "a('<img>'); document.write('<b>')",
    "document.write('<img>'",
  ])('that loads no file: %s', (script) => {
    expect(marksOf(script)).not.toContain('document.write');
  });

  it('is read of 20 scripts', () => {
    const { scripts } = textFacts('<script>document.write("<img>")</script>'.repeat(30));
    expect(scripts.filter(({ marks }) => marks.includes('document.write'))).toHaveLength(20);
  });
});
