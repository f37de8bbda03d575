import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { titleEqualsH1 } from './title-equals-h1.ts';

const of = (title: string, body: string) =>
  outcomeOf(titleEqualsH1, { head: `<title>${title}</title>`, body });

it('passes a title that differs from the heading', async () => {
  expect((await of('Opening hours – Ann’s bakery', '<h1>Opening hours</h1>')).status).toBe('pass');
});

it('reports the same text, ignoring case and spaces, without a weight', async () => {
  expect(await of('Opening hours', '<h1> OPENING <b>hours</b></h1>')).toMatchObject({
    status: 'warn',
    value: 'Opening hours',
    evidence: [{ text: '<title>Opening hours</title>' }, { text: '<h1>OPENING hours</h1>' }],
  });
  expect(titleEqualsH1.importance).toBe('info');
});

it('does not apply without either of them', async () => {
  expect((await of(' ', '<h1>Text</h1>')).status).toBe('na');
  expect((await of('Title', '<h2>Title</h2><h1> </h1>')).status).toBe('na');
});
