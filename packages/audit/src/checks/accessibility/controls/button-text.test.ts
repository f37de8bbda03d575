import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { buttonText } from './button-text.ts';

describe('button-text', () => {
  it.each([
    '<button>Send order</button>',
    '<input type="image" src="a.png" alt="Search">',
    '<button aria-label="Search">Click</button>',
    '<input type="submit">',
    '<button>Click and collect</button>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(buttonText, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<input type="image" src="submit.png" alt="click">',
      '1 of 1 button has a name that does not say what happens: "click".',
    ],
    [
      '<button>Send</button><button>Button</button><input type="image" src="a.png" alt="go.gif">',
      '2 of 3 buttons have a name that does not say what happens: "Button".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(buttonText, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<button></button>', '<button hidden>Click</button>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(buttonText, { body })).status).toBe('na');
    },
  );
});
