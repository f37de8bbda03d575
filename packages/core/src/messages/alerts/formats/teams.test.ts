import type { IAdaptiveCard } from '@microsoft/teams.cards';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '../alert-message.ts';
import {
  anyText,
  expiring,
  longest,
  messageOf,
  texts,
  typical,
  unreachable,
} from '../fixtures/alert-messages.ts';
import { teamsBody } from './teams.ts';

/** The types of Teams accept every card. */
const cardOf = (message: AlertMessage): IAdaptiveCard | undefined =>
  teamsBody(message).attachments[0]?.content;

const runsOf = (message: AlertMessage) =>
  teamsBody(message).attachments.flatMap(({ content }) =>
    content.body.flatMap(({ inlines }) => inlines),
  );

it('is a message with an Adaptive Card', () => {
  expect(teamsBody(typical)).toMatchSnapshot();
});

it.each([unreachable, expiring])('of $type has no findings', (message) => {
  expect(teamsBody(message)).toMatchSnapshot();
});

describe('the limit of Teams', () => {
  // 28 KB: learn.microsoft.com/connectors/teams. Whether it is counted in UTF-8 or in UTF-16 is not documented.
  const expectLimit = (message: AlertMessage) => {
    const body = JSON.stringify(teamsBody(message));
    expect(Buffer.byteLength(body, 'utf8')).toBeLessThanOrEqual(28_000);
    expect(Buffer.byteLength(body, 'utf16le')).toBeLessThanOrEqual(28_000);
    expect(body).not.toMatch(/\\ud[89ab]|\\ud[c-f]/i);
  };

  it.each(texts)('holds for the longest message of %j', (text) => {
    expectLimit(longest(text));
    expect(runsOf(longest(text)).length).toBeGreaterThan(40);
  });

  it('leaves room for ten long findings', () => {
    expect(runsOf(longest('x')).slice(4, 9)).toMatchInlineSnapshot(`
      [
        {
          "text": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
          "type": "TextRun",
          "weight": "Bolder",
        },
        {
          "text": " · medium importance",
          "type": "TextRun",
        },
        {
          "text": "example.com/?\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\…",
          "type": "TextRun",
        },
        {
          "text": ", line 9007199254740991",
          "type": "TextRun",
        },
        {
          "italic": true,
          "text": "“xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…”",
          "type": "TextRun",
        },
      ]
    `);
  });

  it('holds for any text', () => {
    fc.assert(fc.property(anyText, (text) => expectLimit(longest(text))));
  });
});

it('has texts of others only where there is no Markdown', () => {
  const hostile = '[x](javascript:alert(1)) **b** _i_ <at>Everyone</at> # h';
  const message = messageOf(hostile);
  const texts = runsOf(message).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining([hostile, `“${hostile}”`]));
  const card = cardOf(message);
  const types = [...JSON.stringify(card).matchAll(/"type":"([^"]+)"/g)].map(([, type]) => type);
  const expected = ['AdaptiveCard', 'RichTextBlock', 'TextRun', 'Action.OpenUrl'];
  expect(new Set(types)).toEqual(new Set(expected));
  expect(card).not.toHaveProperty('msteams.entities');
});

it('links to the web only', () => {
  const urls = (url: string) => JSON.stringify(cardOf(messageOf('a', url))).match(/"url":"[^"]*"/g);
  expect(urls('https://example.com/about')).toHaveLength(3);
  expect(urls('javascript:alert(1)')).toBeNull();
});
