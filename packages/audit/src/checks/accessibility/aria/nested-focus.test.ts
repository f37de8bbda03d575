import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { nestedFocus } from './nested-focus.ts';

const of = (body: string) => outcomeOf(nestedFocus, { body });

it.each([
  ['buttons side by side', '<button>a</button><button>b</button>'],
  ['what cannot be focused', '<button><svg role=img></svg><a>b</a><i tabindex=-1></i></button>'],
  [
    'links in items of a menu, which may have any content',
    '<ul role=menu><li role=menuitem><a href=x>a</a></ul><button>b</button>',
  ],
  [
    'fields that a style sheet hides',
    '<style>input { display: none }</style><div role=radio><input type=radio></div>',
  ],
  [
    'hidden content',
    '<div role=tab><a hidden href=x>a</a><a href=y style="display:none">b</a></div>',
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['links in a tab', '<ul role=tablist><li role=tab><a href=x>a</a></ul>'],
  ['links in a button', '<div role=button><a href=x>a</a></div>'],
  ['links in a native button', '<button><a href=x>a</a></button>'],
  ['links in a picture', '<svg role=img><a href=x><text>a</text></a></svg>'],
  ['fields', '<p role=checkbox><input type=checkbox></p>'],
])('reports %s', async (_what, body) => {
  expect((await of(body)).status).toBe('warn');
});

it('quotes the first inner element', async () => {
  const body = '<div role=option>\n<a href=x>a</a><a href=y>b</a></div><button>c</button>';
  expect(await of(body)).toMatchObject({
    summary:
      '1 of 2 buttons, tabs and images has a link or control inside. The outer role: option.',
    evidence: [{ text: '<a href=x>', line: 2 }],
    points: 0.405,
  });
});

it('does not apply without such elements', async () => {
  expect((await of('<table><tr><th><a href=x>a</a></table>')).status).toBe('na');
});
