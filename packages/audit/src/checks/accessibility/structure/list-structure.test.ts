import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { listStructure } from './list-structure.ts';

const of = (body: string) => outcomeOf(listStructure, { body });

it.each([
  '<ul><li>a<li>b<ul><li>c</ul></ul>',
  '<ol><script>x</script><template><div></div></template><li>a</ol>',
  '<ol itemscope><meta itemprop="name" content="a"><link itemprop="b" href="/"><li>a</ol>',
  '<ul><li>a</li><br><li>b</li><hr></ul>',
  '<ul><my-item>a</my-item></ul>',
  '<ul><slot><li>a</li></slot></ul>',
  '<ul role="menu"><div role="menuitem">a</div></ul>',
  '<ul role="tablist"><a role="tab">a</a></ul>',
  '<ul role="presentation"><div>a</div></ul>',
  '<ul><div role="listitem">a</div></ul>',
  '<ul><div hidden>a</div><li>b</ul>',
  '<ul hidden><div>a</div></ul>',
  '<menu><li><button>a</button></menu>',
  '<ul></ul>',
  '<ul><li>a</ul><my-list><li>b</li></my-list>',
  '<ul><li>a</ul><div role="listbox"><li role="option">b</li></div>',
  '<ul><li>a</ul><li hidden>b</li>',
  '<ul><li>a</ul><li role="option">b</li>',
  '<ul><li>a</ul><dir><li>b</dir>',
])('passes %s', async (body) => {
  expect((await of(`${body}<ul><li>x</ul>`)).status).toBe('pass');
});

it('does not apply to a page without lists', async () => {
  expect(await of('<p>a<dl><dt>b<dd>c</dl>')).toEqual({
    status: 'na',
    summary: 'The page has no lists.',
  });
});

it('quotes what is not an item, once a list', async () => {
  expect(
    await of('<ul><li>a</li><ul><li>b</li></ul><div>c</div></ul>\n<ol><a href="/x">d</a></ol>'),
  ).toMatchObject({
    status: 'warn',
    summary: '2 of 3 lists contain something else than list items.',
    value: { lists: 3, withOthers: 2, stray: 0 },
    evidence: [
      { text: '<ul>', line: 1 },
      { text: '<a href="/x">', line: 2 },
    ],
  });
});

it('quotes items outside a list', async () => {
  expect(await of('<div>\n<li class="datei">a</li></div>')).toMatchObject({
    status: 'warn',
    summary: '1 <li> is not in a list.',
    value: { lists: 0, stray: 1 },
    evidence: [{ text: '<li class="datei">', line: 2, column: 1 }],
  });
});
