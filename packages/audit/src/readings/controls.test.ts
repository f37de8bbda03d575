import { expect, it } from 'vitest';
import { readPage } from '../page/read-page.ts';
import { controlsOf } from './controls.ts';

const read = async (body: string) =>
  controlsOf(await readPage(new TextEncoder().encode(body), null));

it.each([
  ['<input type=image alt=Search>', 'button', 'Search', null],
  ['<input type=search placeholder=Find>', 'searchbox', 'Find', 'placeholder'],
  ['<input title=Find placeholder=x>', 'textbox', 'Find', 'title'],
  ['<input type=date aria-label=Day>', 'field', 'Day', null],
  ['<label>A <b>b</b><input></label><label for=x>C</label>', 'textbox', 'A b', null],
  ['<label for=x>C</label><label>A <input id=x></label>', 'textbox', 'C A', null],
  ['<label>A<button>B</button></label>', 'button', 'A B', null],
  ['<b role=tab>Prices</b>', 'tab', 'Prices', null],
  ['<b role=slider>3</b>', 'slider', '', null],
  ['<select role=listbox aria-label=A></select>', 'listbox', 'A', null],
  ['<output>3</output>', null, '', null],
  ['<a role=tab href=x>Prices</a>', 'tab', 'Prices', null],
  ['<img role=button alt=Order>', 'button', 'Order', null],
])('reads %s', async (body, role, name, fallback) => {
  expect((await read(body))[0]).toMatchObject({ role, name, fallback });
});

it('leaves out links, headings and images that are not controls', async () => {
  expect(await read('<a href=x>a</a><h1>b</h1><img alt=c><a role=none>d</a>')).toEqual([]);
});
