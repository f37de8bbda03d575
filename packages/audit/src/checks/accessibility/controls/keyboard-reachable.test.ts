import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { keyboardReachable } from './keyboard-reachable.ts';

describe('keyboard-reachable', () => {
  it.each([
    '<button onclick="go()">Go</button>',
    '<div onclick="go()" tabindex="0" role="button">Go</div>',
    '<div onclick="go()"><a href="/a">Rye bread</a> is good</div>',
    '<div class="backdrop" onclick="close()"></div>',
    '<a href="/a" onclick="go()"><span onclick="count()">A</span></a>',
    '<div onclick="event.stopPropagation()">Menu</div>',
    "<p onclick=\"gtag('event', 'x')\">Text</p>",
    '<label onclick="go()">A <input></label>',
    '<div onclick="go()" hidden>Go</div>',
    '<div role="button" :tabindex="0">Go</div>',
    '<div role="button" aria-disabled="true">Go</div>',
    '<my-button onclick="go()">Go</my-button>',
    '<a id="top"></a>',
    '<details><summary onclick="go()"><b onclick="go()">Go</b></summary></details>',
    '<li role="button"><button>Go</button></li>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(keyboardReachable, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<div onclick="go()">Go</div>',
      '1 element can be clicked, but the Tab key does not reach it.',
    ],
    [
      '<img src="a.png" alt="Zoom" onclick="zoom()"><span role="button">Go</span><a onclick="go()">Go</a>',
      '3 elements can be clicked, but the Tab key does not reach them.',
    ],
    [
      '<summary onclick="go()">Go</summary><details><summary>A</summary><summary onclick="go()">Go</summary></details>',
      '2 elements can be clicked, but the Tab key does not reach them.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(keyboardReachable, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });
});
