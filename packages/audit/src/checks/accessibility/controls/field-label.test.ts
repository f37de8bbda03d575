import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { fieldLabel } from './field-label.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/

const of = (body: string) => outcomeOf(fieldLabel, { body });

it.each([
  '<label>Name <input></label>',
  '<label for="n">Name</label><input id="n">',
  '<input id="n"><p>…</p><label for="n">Name</label>',
  '<label><input type="checkbox"> Yes</label>',
  '<label for="n" hidden>Name</label><input id="n">',
  '<label aria-label="Name"><input></label>',
  '<label title="Name"><input></label>',
  '<label><img src="x.svg" alt="Name"><input></label>',
  '<label><input type="hidden" name="x">Name <input></label>',
  '<label>Country <select><option>Malta</select></label>',
  '<label for="">Name <input></label>',
  '<input aria-label="Search">',
  '<p id="t">Search</p><input aria-labelledby="t">',
  '<input title="Search">',
  '<input type="search" placeholder="Search">',
  '<textarea placeholder="Your message"></textarea>',
  '<div role="textbox" aria-label="Message"></div>',
  '<div role="checkbox">I agree</div>',
  '<span role="switch">Dark</span>',
  '<label>Colour <input type="color"></label>',
  '<label>File <input type="file"></label>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['what Vue names', '<input :placeholder="text">'],
  ['what Alpine names', '<input x-bind:aria-label="text">'],
  ['what Angular names', '<input [placeholder]="text">'],
  ['what a translation names', '<input data-i18n="[placeholder]search">'],
  [
    'a switch that a style sheet hides, as in Material for MkDocs',
    '<input class="md-toggle" type="checkbox" id="d"><label class="md-overlay" for="d"></label>',
  ],
  ['a slide of a style sheet', '<input type="radio" id="s"><label for="s"></label>'],
  ['an upload that a style sheet hides', '<label><input type="file"><i class="icon"></i></label>'],
  ['a trap for spam bots', '<span class="abs-req"><input name="email2" tabindex="-1"></span>'],
  ['a field that a class hides', '<input name="url" class="form hp">'],
  [
    'a comment field that a plugin against spam renames until a script runs',
    '<label for="comment">Comment</label><textarea id="x1" name="x1"></textarea><textarea id="comment" aria-hidden="true"></textarea>',
  ],
])('does not accuse %s', async (_name, body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: { without: 0 } });
});

it.each([
  '<input>',
  '<input disabled>',
  '<input type="password">',
  '<input type="date">',
  '<select><option>Malta</select>',
  '<select aria-labelledby="t"><option>Malta</select><p id="t"></p>',
  '<label><select><option>Malta</select></label>',
  '<label><input value="Name"></label>',
  '<label for="n">Name</label><input name="n">',
  '<label for="n">Name</label><div role="textbox" id="n"></div>',
  '<label>Name</label><input>',
  '<label><span aria-hidden="true">Name</span><input></label>',
  '<textarea></textarea><textarea id="c" aria-hidden="true"></textarea>',
  '<label for="c">Name</label><textarea></textarea><input id="c" aria-hidden="true">',
  '<textarea>Text</textarea>',
  '<div role="combobox">Malta</div>',
  '<div role="slider" aria-valuenow="3">3</div>',
  '<input type="checkbox" role="menuitemcheckbox"><span>Ketchup</span>',
  '<input type="text" value="Search">',
  '<input placeholder=" ">',
  '<input role="none">',
  '<input tabindex="0">',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
});

it.each([
  '<input type="hidden">',
  '<input type="submit" value="">',
  '<input type="image">',
  '<input style="display:none">',
  '<div aria-hidden="true"><input></div>',
  '<input role="button">',
  '<select role="none" disabled></select>',
  '<button></button><meter></meter><output></output>',
  '<datalist role="listbox" id="a"><option>Malta</datalist>',
])('does not apply to %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'na', summary: 'The page has no form fields.' });
});

it.each([
  '<select placeholder="Country"></select>',
  '<input type="checkbox" placeholder="Agree">',
  '<div role="textbox" contenteditable placeholder="Name"></div>',
])('fails %s: browsers show no placeholder there', async (body) => {
  expect((await of(body)).status).toBe('fail');
});

// MailPoet 2 hides two such fields in each form.
it.each([
  '<span class="abs-req"><input type="text" name="wysija[user][abs][email]"></span>',
  '<p class="field-b"><input type="email" name="bot-field"></p>',
  '<textarea name="contact_hp"></textarea>',
])('passes the trap for robots %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each(['<input name="about">', '<input type="checkbox" name="hp">', '<input name="hptype">'])(
  'fails %s, which is not a trap',
  async (body) => {
    expect((await of(body)).status).toBe('fail');
  },
);

it.each([
  ['<label for="n">Name</label><input id="n"><input id="n" name="b">', '<input id="n" name="b">'],
  ['<textarea></textarea><textarea id="c"></textarea><label for="c">Name</label>', '<textarea>'],
])('accuses one of the fields of %s', async (body, text) => {
  expect(await of(body)).toMatchObject({ status: 'warn', evidence: [{ text }] });
});

it('gives the share of fields with a label, and counts those with a placeholder only', async () => {
  const body = '<input aria-label=A><input placeholder=B>\n<input name=c><input title=D>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    points: 0.646,
    summary: '1 of 4 form fields has no label.',
    value: { fields: 4, without: 1, placeholder_only: 1 },
    evidence: [{ text: '<input name=c>', line: 2, column: 1 }],
  });
});
