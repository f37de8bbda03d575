import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { frameFocus } from './frame-focus.ts';

const of = (attributes: string) =>
  outcomeOf(frameFocus, { body: `<iframe ${attributes}></iframe>` });
const link = `srcdoc="<a href='/'>Home</a>"`;

it.each([link, `tabindex=0 ${link}`, `tabindex=-0 ${link}`])(
  'passes <iframe %s>',
  async (attributes) => {
    expect((await of(attributes)).status).toBe('pass');
  },
);

it.each([link, 'srcdoc="<p><BUTTON>a</BUTTON>"', 'srcdoc="<input name=a>"'])(
  'reports <iframe tabindex=-1 %s>',
  async (attributes) => {
    expect(await of(`tabindex=-1 ${attributes}`)).toMatchObject({
      status: 'fail',
      summary: '1 of 1 frames with links or controls has a negative tabindex.',
      evidence: [{ kind: 'html' }],
    });
  },
);

it.each([
  ['a page elsewhere', 'src=x'],
  ['a hidden frame', `hidden ${link}`],
  ['a frame that is hidden from assistive technology, too', `aria-hidden=true ${link}`],
  [
    'links that no one reaches',
    `srcdoc="<a href='/' tabindex='-1'>a</a><a>b</a><button disabled>c</button>"`,
  ],
  ['links that no one sees', `srcdoc="<a href='/'></a><a href='/' hidden>b</a><!-- <button> -->"`],
])('does not apply to %s', async (_what, attributes) => {
  expect((await of(`tabindex=-1 ${attributes}`)).status).toBe('na');
});
