import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { vulnerableLibraries } from './vulnerable-libraries.ts';

const of = (...sources: string[]) =>
  outcomeOf(vulnerableLibraries, {
    head: sources.map((src) => `<script src="${src}"></script>`).join(''),
  });

describe('finds the version in a URL', () => {
  it.each([
    ['/js/jquery-1.12.4.min.js', 'jQuery 1.12.4'],
    ['/js/jquery.1.7.1.js', 'jQuery 1.7.1'],
    ['/js/jQuery-3.3.1.slim.min.js?x=5', 'jQuery 3.3.1'],
    ['https://code.jquery.com/jquery-2.2.4.min.js', 'jQuery 2.2.4'],
    ['https://code.jquery.com/ui/1.12.1/jquery-ui.min.js', 'jQuery UI 1.12.1'],
    ['https://ajax.googleapis.com/ajax/libs/jquery/1.11.1/jquery.min.js', 'jQuery 1.11.1'],
    ['https://ajax.googleapis.com/ajax/libs/jqueryui/1.8.2/jquery-ui.min.js', 'jQuery UI 1.8.2'],
    ['https://ajax.googleapis.com/ajax/libs/angularjs/1.6.9/angular.min.js', 'AngularJS 1.6.9'],
    ['https://cdnjs.cloudflare.com/ajax/libs/jquery/3.4.1/jquery.min.js', 'jQuery 3.4.1'],
    ['https://cdn.jsdelivr.net/npm/jquery@3.4.1/dist/jquery.min.js', 'jQuery 3.4.1'],
    ['https://cdn.jsdelivr.net/npm/jquery@3.4.1', 'jQuery 3.4.1'],
    ['https://unpkg.com/bootstrap@4.1.3/dist/js/bootstrap.bundle.min.js', 'Bootstrap 4.1.3'],
    ['https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/js/bootstrap.min.js', 'Bootstrap 3.3.7'],
    ['/webjars/select2/4.0.5/js/select2.full.js', 'Select2 4.0.5'],
    ['/wp-includes/js/jquery/jquery.js?ver=1.12.4', 'jQuery 1.12.4'],
    ['/blog/wp-includes/js/jquery/jquery.min.js?ver=3.4.1', 'jQuery 3.4.1'],
    ['/wp-includes/js/jquery/jquery.js?a=1&ver=1.12.4&b', 'jQuery 1.12.4'],
    ['/wp-includes/js/jquery/jquery.js?%76er=1%2E12.4', 'jQuery 1.12.4'],
  ])('%s', async (src, library) => {
    const outcome = await of(src);
    expect(outcome).toMatchObject({ value: { libraries: [library] } });
    expect(outcome.status).toMatch(/warn|fail/);
    expect(outcome.evidence).toMatchObject([{ kind: 'html' }]);
  });
});

describe('does not guess a version', () => {
  it.each([
    ['a query of the site', '/js/jquery.min.js?ver=1.12.4'],
    ['a copy that WordPress has fixed', '/wp-includes/js/jquery/jquery.js?ver=1.12.4-wp'],
    ['the version of WordPress', '/wp-includes/js/jquery/jquery.form.min.js?ver=1.12.4'],
    ['a copy that Drupal has fixed', '/misc/jquery.js?v=1.4.4'],
    ['a plugin', '/js/jquery-1.12.4.cookie.min.js'],
    ['a plugin with a version', '/js/jquery.cookie-1.4.1.min.js'],
    ['a plugin of Bootstrap', 'https://cdnjs.cloudflare.com/ajax/libs/bootstrap/3.3.7/js/tab.js'],
    ['a part of jQuery UI', '/js/jquery-ui-1.8.20.custom.min.js'],
    ['a cache buster', '/js/jquery-9e74fd4811.js'],
    ['two versions', '/js/jquery-1.7.x-1.8.x.js'],
    ['a range', 'https://cdn.jsdelivr.net/npm/jquery@3/dist/jquery.min.js'],
    ['a part of a version', 'https://ajax.googleapis.com/ajax/libs/jquery/1.9/jquery.min.js'],
    ['a language', 'https://cdn.jsdelivr.net/npm/select2@4.0.5/dist/js/i18n/de.js'],
    ['a release of a site', '/assets/1.12.4/jquery.min.js'],
    ['a version with a suffix', '/js/jquery-1.12.4-patched.min.js'],
    ['Angular', 'https://cdn.jsdelivr.net/npm/@angular/core@11.0.0/bundles/core.umd.min.js'],
    ['a script of the site for its videos', '/js/video-1.2.0.min.js'],
    ['a script of the site for its PDFs', '/assets/pdf.1.0.0.js'],
    ['nothing', '/js/app.js'],
  ])('from %s', async (_what, src) => {
    expect(await of(src)).toEqual({
      status: 'na',
      summary: 'No script states the version of a library that we know.',
    });
  });

  it('from scripts that browsers do not run', async () => {
    const head = '<script type="text/plain" src="/js/jquery-1.12.4.min.js"></script>';
    expect((await outcomeOf(vulnerableLibraries, { head })).status).toBe('na');
  });
});

it.each([
  ['/js/jquery-3.7.1.min.js', 'No known vulnerability: jQuery 3.7.1.'],
  ['/js/jquery-3.5.0.min.js', 'No known vulnerability: jQuery 3.5.0.'],
  ['/js/jquery-4.0.0.min.js', 'No known vulnerability: jQuery 4.0.0.'],
])('passes %s', async (src, summary) => {
  expect(await of(src)).toMatchObject({ status: 'pass', summary });
});

it('says which vulnerabilities there are, and what fixes them', async () => {
  expect(await of('/js/jquery-3.4.1.min.js')).toMatchObject({
    status: 'warn',
    summary:
      'jQuery 3.4.1 has 2 published vulnerabilities, CVE-2020-11023 and others. 3.5.0 is the first version without them.',
    value: {
      vulnerabilities: ['jQuery 3.4.1: CVE-2020-11023', 'jQuery 3.4.1: CVE-2020-11022'],
      list: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    },
  });
  expect(await of('/js/bootstrap-4.3.0.js', '/js/mustache-2.2.0.js')).toMatchObject({
    status: 'fail',
    summary:
      'Bootstrap 4.3.0 has a published vulnerability, CVE-2019-8331. 4.3.1 is the first version without it. 1 more library has some, too.',
  });
});

it('names no version as fixed that was never published', async () => {
  expect((await of('/js/bootstrap-3.4.1.js')).summary).toBe(
    'Bootstrap 3.4.1 has 2 published vulnerabilities, CVE-2024-6485 and others.',
  );
  expect((await of('/js/jquery.mobile-1.4.5.min.js')).summary).toBe(
    'jQuery Mobile 1.4.5 has a published vulnerability, GHSA-fj93-7wm4-8x2g.',
  );
});

it('reads the comment of a library in an inline script', async () => {
  const head = '<script>/*! jQuery v1.12.4 | (c) jQuery Foundation */</script>';
  const outcome = await outcomeOf(vulnerableLibraries, { head });
  expect(outcome).toMatchObject({ status: 'warn', value: { libraries: ['jQuery 1.12.4'] } });
});

it.each([
  '<script src="/misc/jquery-html-prefilter-3.5.0-backport.js?v=1"></script>',
  '<script src="/misc/jquery-extend-3.4.0.js?v=1.4.4"></script>',
  '<script>jQuery.htmlPrefilter = function (html) { return html; };</script>',
])('does not accuse a jQuery that %s fixes', async (fix) => {
  const head = `<script src="/js/jquery-1.10.2.min.js"></script>${fix}`;
  expect((await outcomeOf(vulnerableLibraries, { head })).status).toBe('na');
});

it('compares the first of very many scripts', async () => {
  const scripts = Array.from({ length: 2_000 }, (_, index) => `/jquery-1.2.${index}.js`);
  const { evidence, value } = await of(...scripts);
  expect(evidence).toHaveLength(25);
  expect(value).toMatchObject({ libraries: { length: 25 } });
  const others = Array.from({ length: 1_000 }, () => '/app.js');
  expect((await of(...others, '/jquery-1.2.3.js')).status).toBe('na');
});
