import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { sri } from './sri.ts';

const of = (head: string) => outcomeOf(sri, { head });
const src = 'src="https://cdn.example.org/a.js"';
const hash = 'integrity="sha384-abc+/="';
const script = (attributes: string) => `<script ${attributes}></script>`;

it.each([
  script(`${src} ${hash} crossorigin`),
  script(`${src} integrity="md5-abc SHA256-abc" crossorigin="anonymous"`),
  `<link rel="stylesheet" href="//cdn.example.org/a.css" ${hash} crossorigin>`,
])('passes %s', async (head) => {
  expect((await of(head)).status).toBe('pass');
});

it.each([script(src), script(`${src} integrity=""`)])(
  'does not apply to %s: services change their scripts',
  async (head) => {
    expect(await of(head)).toMatchObject({
      status: 'na',
      summary: expect.stringContaining('with a hash: 0 of 1;'),
      value: { files: 1, held: 0 },
    });
  },
);

it('counts those that are held to a hash', async () => {
  expect(await of(script(src) + script(`${src} ${hash} crossorigin`))).toMatchObject({
    summary: '1 of 2 scripts and style sheets from other hosts has a hash.',
    value: { files: 2, held: 1 },
  });
});

it('warns about a hash without crossorigin: browsers refuse the file', async () => {
  expect(await of(script(`${src} ${hash}`))).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'html', text: `<script ${src} ${hash}>` }],
  });
});

it.each(['md5-abc', 'sha384:abc', 'abc'])(
  'warns about %s, which is not a hash',
  async (integrity) => {
    const outcome = await of(script(`${src} integrity="${integrity}" crossorigin`));
    expect(outcome).toMatchObject({ status: 'warn', evidence: [{ kind: 'html' }] });
  },
);

it.each([
  '',
  script(`src="/a.js" ${hash}`),
  script(`src="https://example.com/a.js" ${hash}`),
  script(`type="text/template" ${src} ${hash}`),
  '<link rel="preload" as="script" href="https://cdn.example.org/a.js">',
])('does not apply to %s', async (head) => {
  expect((await of(head)).status).toBe('na');
});
