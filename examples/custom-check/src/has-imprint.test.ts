import { outcomeOf } from '@sitegrade/core/checks';
import { expect, it } from 'vitest';
import { hasImprint } from './has-imprint.ts';

const of = (body: string, lang = 'de') =>
  outcomeOf(hasImprint, {
    html: `<!doctype html><html lang="${lang}"><body>${body}</body></html>`,
  });

it('finds a link to the imprint', async () => {
  expect(await of('<footer><a href="/impressum">Impressum</a></footer>')).toMatchObject({
    status: 'pass',
    evidence: [{ kind: 'html', text: '<a href="/impressum">', line: 1 }],
  });
});

it('fails without a link', async () => {
  expect((await of('<p>Impressum</p>')).status).toBe('fail');
});

it('does not apply to other languages', async () => {
  expect((await of('', 'fr')).status).toBe('na');
});
