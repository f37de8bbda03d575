import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ogImage } from './og-image.ts';

const tag = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const image = tag('og:image', 'https://example.com/a.png');
const of = (head: string) => outcomeOf(ogImage, { head });

it('does not apply without a preview image', async () => {
  expect((await of('')).status).toBe('na');
  expect((await of(tag('og:image', ''))).status).toBe('na');
});

it.each([
  ['', ''],
  ['og:image:width', '200'],
  ['og:image:height', '1200'],
  ['og:image:width', '1200px'],
  ['og:image:width', '630.5'],
  // Some systems write 0 for unknown values.
  ['og:image:width', '0'],
  ['og:image:type', 'image/webp'],
  ['og:image', 'https://example.com/image.php?file=a.svg'],
])('passes %s %s', async (name, content) => {
  expect((await of(image + tag(name, content))).status).toBe('pass');
});

it.each([
  ['og:image', 'https://example.com/a.SVG?1', 'SVG is not supported'],
  ['og:image:width', '199', 'it is smaller than 200 pixels'],
  ['og:image:height', 'auto', 'auto is not a number of pixels'],
  ['og:image:type', 'image/svg+xml', 'SVG is not supported'],
])('warns about %s %s', async (name, content, fault) => {
  expect(await of(image + tag(name, content))).toMatchObject({
    status: 'warn',
    summary: `The preview image may not be shown: ${fault}.`,
    value: { faults: [fault] },
    evidence: [{ kind: 'html', text: tag(name, content), line: 1 }],
  });
});

it.each(['og:image', 'og:image:secure_url'])('leaves a relative %s to open-graph', async (name) => {
  expect((await of(tag(name, '/a.png'))).status).toBe('na');
});

it('shortens long URLs', async () => {
  const outcome = await of(tag('og:image', `https://example.com/${'a'.repeat(1000)}`));
  expect(JSON.stringify(outcome.value).length).toBeLessThan(300);
});
