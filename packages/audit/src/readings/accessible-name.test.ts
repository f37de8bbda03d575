import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { accessibleNameOf, type NamedFact } from './accessible-name.ts';

/** The name of the first element of a list of facts. */
async function nameOf(
  body: string,
  listOf: (page: PageFacts) => readonly NamedFact[],
): Promise<string> {
  const { page } = await factsOf({ body });
  const [first] = listOf(page);
  if (!first) throw new Error('The page under test has no such element.');
  return accessibleNameOf(first, page.labels);
}

it.each([
  ['its content', '<h2>Rye <b>bread</b></h2>', 'Rye bread'],
  ['the alternative of an image in it', '<h2><img src=a.png alt="Rye bread"></h2>', 'Rye bread'],
  ['the aria-label of an element in it', '<h2><a href=/ aria-label=Home></a></h2>', 'Home'],
  ['aria-label before content', '<h2 aria-label="Rye">Bread</h2>', 'Rye'],
  ['content if aria-label is blank', '<h2 aria-label=" ">Bread</h2>', 'Bread'],
  [
    'aria-labelledby before aria-label',
    '<p id=a>Oat<h2 aria-labelledby=a aria-label=Rye></h2>',
    'Oat',
  ],
  [
    'several elements in aria-labelledby',
    '<p id=a>Oat<p id=b>bread<h2 aria-labelledby="b  a"></h2>',
    'bread Oat',
  ],
  [
    'a hidden element in aria-labelledby',
    '<p id=a hidden>Oat</p><h2 aria-labelledby=a>Rye</h2>',
    'Oat',
  ],
  ['its content if no id in aria-labelledby exists', '<h2 aria-labelledby=gone>Rye</h2>', 'Rye'],
  [
    'aria-label if the element in aria-labelledby is empty',
    '<p id=a></p><h2 aria-labelledby=a aria-label=Rye></h2>',
    'Rye',
  ],
  ['an image in aria-labelledby', '<h2 aria-labelledby=a></h2><img id=a alt=Rye>', 'Rye'],
  [
    'the aria-label of an element in aria-labelledby',
    '<h2 aria-labelledby=a></h2><i id=a aria-label=Rye></i>',
    'Rye',
  ],
  [
    'itself and another element in aria-labelledby',
    '<h2 aria-labelledby="a b" id=a aria-label=Rye></h2><p id=b>bread',
    'Rye bread',
  ],
  ['the value of a form field in it', '<h2><input value=Rye></h2>', 'Rye'],
  ['the label of an icon in it', '<h2><i aria-labelledby=a></i></h2><p id=a>Rye', 'Rye'],
  ['its title if it has nothing else', '<h2 title=Rye></h2>', 'Rye'],
  ['content before its title', '<h2 title=Rye>Oat</h2>', 'Oat'],
  [
    'nothing if all content is hidden with aria-hidden',
    '<h2><span aria-hidden=true>Rye</span></h2>',
    '',
  ],
  ['nothing if its image is decorative', '<h2><img src=a.png alt=Rye role=presentation></h2>', ''],
  ['nothing if it contains only white space', '<h2>&nbsp; \n</h2>', ''],
])('names a heading by %s', async (_what, body, name) => {
  expect(await nameOf(body, ({ headings }) => headings)).toBe(name);
});

it.each([
  ['alt', '<img src=a.png alt=Rye title=Oat>', 'Rye'],
  ['aria-label before alt', '<img src=a.png alt=Rye aria-label=Oat>', 'Oat'],
  ['title if alt is empty', '<img src=a.png alt="" title=Oat>', 'Oat'],
  ['nothing', '<img src=a.png>', ''],
])('names an image by %s', async (_what, body, name) => {
  expect(await nameOf(body, ({ images }) => images)).toBe(name);
});

it.each([
  ['a link by its content', '<span role=link>Rye</span>', 'Rye'],
  ['a heading by its content', '<div role=heading>Rye</div>', 'Rye'],
  ['an image by its label, not its content', '<div role=img aria-label=Rye>Oat</div>', 'Rye'],
  ['an image that has only content by nothing', '<div role=img>Oat</div>', ''],
  ['an image by nothing if its element cannot have alt', '<div role=img alt=Rye></div>', ''],
  ['a button that shows an image by alt', '<input type=image src=a.png alt=Search>', 'Search'],
  ['a button that shows an image by title', '<input type=image src=a.png title=Search>', 'Search'],
  ['an area by alt', '<map name=m><area href=/ alt=Rye></map>', 'Rye'],
  ['an area without alt by nothing', '<map name=m><area href=/></map>', ''],
])('names %s', async (_what, body, name) => {
  expect(await nameOf(body, ({ roles }) => roles)).toBe(name);
});

it('names a frame by its title, and a link by its content', async () => {
  const frame = await nameOf('<iframe src=/a title=" Map "></iframe>', ({ frames }) => frames);
  expect(frame).toBe('Map');
  expect(await nameOf('<a href=/>Rye</a>', ({ anchors }) => anchors)).toBe('Rye');
});

it('reads the first ten ids in aria-labelledby', async () => {
  const body = (before: number) =>
    `<p id=a>Rye</p><a href=/ aria-labelledby="${'x '.repeat(before)}a"></a>`;
  expect(await nameOf(body(9), ({ anchors }) => anchors)).toBe('Rye');
  expect(await nameOf(body(10), ({ anchors }) => anchors)).toBe('');
});

it('adds no further labels to a name of 2,000 characters', async () => {
  const ids = Array.from({ length: 10 }, (_, at) => `l${at}`);
  const labels = ids.map((id) => `<p id=${id}>${'word '.repeat(300)}</p>`).join('');
  const name = await nameOf(
    `${labels}<h2 aria-labelledby="${ids.join(' ')}"></h2>`,
    ({ headings }) => headings,
  );
  expect(name).toHaveLength(2 * 1_499 + 1);
});
