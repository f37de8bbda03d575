import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { buttonName } from './button-name.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/

const of = (body: string) => outcomeOf(buttonName, { body });

it.each([
  '<button>Order</button>',
  '<button disabled>Order</button>',
  '<button aria-label="Close"><svg aria-hidden="true"></svg></button>',
  '<button title="Close"><i class="icon"></i></button>',
  '<button aria-labelledby="t"></button><span id="t" hidden>Close</span>',
  '<button><img src="x.svg" alt="Search"></button>',
  '<button><svg><title>Search</title></svg></button>',
  '<label>Search <button></button></label>',
  '<label for="b">Search</label><button id="b"></button>',
  '<button role="none">Order</button>',
  '<input type="submit">',
  '<input type="reset">',
  '<input type="submit" value="Order">',
  '<input type="button" aria-label="Next">',
  '<input type="button" value="Next">',
  '<div role="button" tabindex="0">Order</div>',
  '<a role="button" href="#">Order</a>',
  '<a role="button" href="#"><img src="x.svg" alt="Order"></a>',
  '<h2 role="button" tabindex="0">Order</h2>',
  '<img role="button" tabindex="0" alt="Order" src="x.svg">',
  '<details><summary>Prices</summary>…</details>',
  '<details><summary>Prices</summary><summary></summary>…</details>',
  '<map><area href="/" role="button" alt="Order"></map>',
  // Only a style sheet moves it off the screen.
  '<button class="close" style="left: -9999px"><span class="sr-only">Close</span></button>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['Vue', '<button :aria-label="label"></button>'],
  ['Vue', '<button v-bind:title="label"></button>'],
  ['Alpine', '<button><span x-text="busy ? 1 : 2"></span></button>'],
  ['Angular', '<button [attr.aria-label]="label"></button>'],
  ['AngularJS', '<button ng-bind="label"></button>'],
  ['a custom element', '<button><app-label key="close"></app-label></button>'],
  ['a customized element', '<button is="app-close"></button>'],
  ['a translation', '<button data-i18n="close"></button>'],
  ['a class that hides', '<button class="btn d-none"></button>'],
])('does not accuse what %s may name', async (_name, body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: { without: 0 } });
});

it.each([
  '<button></button>',
  '<button><span class="icon"></span></button>',
  '<button value="Order"></button>',
  '<button placeholder="Order"></button>',
  '<button type="button"><img src="x.svg" alt=""></button>',
  '<button><span aria-hidden="true">×</span></button>',
  '<button aria-label=" "></button>',
  '<button aria-labelledby="gone"></button>',
  '<button role="none"></button>',
  '<button class="unhide hidden-xs"></button>',
  '<input type="submit" value="">',
  '<input type="submit" value=" ">',
  '<input type="button">',
  '<input type="reset" value="">',
  '<div role="button" tabindex="0"></div>',
  '<a role="button" href="#"><i class="icon"></i></a>',
  '<details><summary></summary>…</details>',
  '<details><p>…</p><summary></summary>…</details>',
  '<details><summary role=none></summary>…</details>',
  '<summary role=button></summary>',
  '<input type="button" placeholder="" alt="Order">',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
});

it.each([
  '<input type="image" src="x.svg">',
  '<input type="image" src="x.svg" role="button">',
  '<button role="link"></button>',
  '<button role="none" disabled></button>',
  '<button hidden></button>',
  '<button aria-hidden="true"></button>',
  '<div inert><button></button></div>',
  '<template><button></button></template>',
  '<a href="#" onclick="go()"></a>',
  '<button role="menuitem"></button>',
  '<summary></summary>',
  '<details><div><summary></summary></div>…</details>',
  '<input>',
])('does not apply to %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'na', summary: 'The page has no buttons.' });
});

it('gives the share of buttons that have one, and quotes the others', async () => {
  expect(await of('<button>A</button>\n<button id=b></button>')).toMatchObject({
    status: 'warn',
    points: 0.405,
    summary: '1 of 2 buttons has no text and no label.',
    evidence: [{ text: '<button id=b>', line: 2, column: 1 }],
  });
});
