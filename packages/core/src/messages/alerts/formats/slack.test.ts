import type { KnownBlock, RichTextBlock } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertMessage } from '../alert-message.ts';
import {
  anyText,
  expiring,
  longest,
  messageOf,
  messageWith,
  texts,
  typical,
  unreachable,
} from '../fixtures/alert-messages.ts';
import { slackBody } from './slack.ts';

/** The types of Slack accept every body. */
const bodyOf = (message: AlertMessage): { text: string; blocks: KnownBlock[] } =>
  slackBody(message);

const elementsOf = (message: AlertMessage) =>
  bodyOf(message)
    .blocks.filter((block): block is RichTextBlock => block.type === 'rich_text')
    .flatMap(({ elements }) => elements)
    .flatMap((element) => (element.type === 'rich_text_list' ? element.elements : [element]))
    .flatMap(({ elements }) => elements);

it('is a header, rich text and a time', () => {
  expect(slackBody(typical)).toMatchSnapshot();
});

it.each([unreachable, expiring])('of $type has no findings', (message) => {
  expect(slackBody(message)).toMatchSnapshot();
});

describe('the limits of Slack', () => {
  // docs.slack.dev/reference/block-kit/blocks: 50 blocks, 150 characters of a header.
  const expectLimits = (message: AlertMessage) => {
    const { text, blocks } = bodyOf(message);
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(text.length).toBeLessThanOrEqual(150);
    expect(JSON.stringify(blocks).length).toBeLessThanOrEqual(12_000);
    expect(JSON.stringify(blocks)).not.toMatch(/\\ud[89ab]|\\ud[c-f]/i);
  };

  it.each(texts)('hold for the longest message of %j', (text) => {
    expectLimits(longest(text));
    expect(elementsOf(longest(text)).filter(({ type }) => type === 'text').length).toBeGreaterThan(
      20,
    );
  });

  it('leave room for ten long findings without their links', () => {
    expect(elementsOf(longest('x')).slice(4, 11)).toMatchInlineSnapshot(`
      [
        {
          "style": {
            "bold": true,
          },
          "text": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
          "type": "text",
        },
        {
          "text": " · medium importance",
          "type": "text",
        },
        {
          "text": "
      ",
          "type": "text",
        },
        {
          "text": "example.com/?\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\…",
          "type": "text",
        },
        {
          "text": ", line 9007199254740991",
          "type": "text",
        },
        {
          "text": "
      ",
          "type": "text",
        },
        {
          "style": {
            "italic": true,
          },
          "text": "“xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…”",
          "type": "text",
        },
      ]
    `);
  });

  it('hold for any text', () => {
    fc.assert(fc.property(anyText, (text) => expectLimits(longest(text))));
  });
});

describe('markup in texts', () => {
  const hostile = '<!channel> <@U1> <http://evil.example|text> &lt; *b* _i_ ~s~ `c` :tada: @here';

  it('is not markup in rich text', () => {
    const elements = elementsOf(messageOf(hostile));
    expect(elements).toContainEqual({ type: 'text', text: hostile, style: { bold: true } });
    expect(elements).toContainEqual({
      type: 'text',
      text: `“${hostile}”`,
      style: { italic: true },
    });
    expect(new Set(elements.map(({ type }) => type))).toEqual(new Set(['text', 'link']));
  });

  it('is escaped elsewhere', () => {
    const { text, blocks } = bodyOf(messageOf(hostile));
    expect(text).toMatch(/^New report on &lt;!channel&gt; &lt;@U1&gt; &lt;http/);
    expect(blocks[0]).toEqual({ type: 'header', text: { type: 'plain_text', text, emoji: false } });
    expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
  });
});

it('shows no previews of links, and has no empty block', () => {
  expect(slackBody(messageWith('score.dropped', {}))).toEqual({
    text: 'The score of a website dropped',
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: 'The score of a website dropped', emoji: false },
      },
      {
        type: 'context',
        elements: [{ type: 'plain_text', text: '27 November 2026 at 07:05 UTC', emoji: false }],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
});
