import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { robotsDirectiveConflict } from './robots-directive-conflict.ts';

const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const of = (head: string, header: readonly string[] = []) =>
  outcomeOf(robotsDirectiveConflict, { head, headers: { 'x-robots-tag': header } });

it('does not apply without directives for indexing', async () => {
  expect((await of('')).status).toBe('na');
  expect((await of(meta('robots', 'nofollow, max-image-preview:large'))).status).toBe('na');
});

it('passes single directives, and a repeated index', async () => {
  expect((await of(meta('robots', 'noindex, follow'))).status).toBe('pass');
  expect((await of('', ['noindex'])).status).toBe('pass');
  expect((await of(meta('robots', 'index'), ['all'])).status).toBe('pass');
});

it('warns about contradictions and quotes what counts first', async () => {
  expect(await of(meta('robots', 'index, follow'), ['noindex'])).toMatchObject({
    status: 'warn',
    value: { index: 1, noindex: 1 },
    evidence: [
      { kind: 'header', text: 'X-Robots-Tag: noindex' },
      { kind: 'html', line: 1 },
    ],
  });
  const both = await of(meta('robots', 'noindex') + meta('googlebot', 'index'));
  expect(both.status).toBe('warn');
});

it('warns about noindex in two places', async () => {
  expect(await of(meta('robots', 'noindex'), ['googlebot: none'])).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'html' }, { kind: 'header' }],
  });
});

it('does not compare directives of different crawlers', async () => {
  expect((await of(meta('robots', 'index') + meta('bingbot', 'noindex'))).status).toBe('pass');
  expect((await of(meta('robots', 'index'), ['otherbot: noindex'])).status).toBe('pass');
});

it('ignores a date in the future', async () => {
  const later = meta('robots', 'index, unavailable_after: 2030-01-01');
  expect((await of(later)).status).toBe('pass');
});
