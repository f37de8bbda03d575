import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageAltRedundant } from './image-alt-redundant.ts';

const of = (body: string) => outcomeOf(imageAltRedundant, { body });

it.each([
  ['an image alone', '<a href=/><img src=a alt="Rye bread"></a>'],
  ['another text', '<a href=/><img src=a alt="A loaf"> Rye bread</a>'],
  ['more text', '<a href=/><img src=a alt="Rye bread"> Rye bread 3 €</a>'],
  ['a label', '<a href=/ aria-label="Rye"><img src=a alt="Rye">Rye</a>'],
  ['a text that is not read', '<a href=/><img src=a alt="Rye"><b aria-hidden=true>Rye</b></a>'],
  ['a text that says it twice', '<a href=/><img src=a alt="Bora"> Bora Bora</a>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['decoration', '<a href=/><img src=a alt=""> Rye bread</a>'],
  ['no link', '<img src=a alt="Rye"> Rye'],
  ['an image that is hidden', '<a href=/><img src=a alt="Rye" hidden> Rye</a>'],
  ['a logo for light and one for dark', '<a href=/><img src=a alt=Ann><img src=b alt=Ann></a>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it('quotes images that repeat the text before or after them', async () => {
  const body =
    '<a href=/><img src=a alt="Rye bread"><b>rye\n bread</b></a><a href=/b>Spelt <img src=b alt=Spelt></a>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    value: { images: 2, redundant: 2 },
    evidence: [{ text: '<img src=a alt="Rye bread">' }, { text: '<img src=b alt=Spelt>' }],
  });
  expect(imageAltRedundant.importance).toBe('info');
});
