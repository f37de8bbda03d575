import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
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
import { discordBody } from './discord.ts';

/** The types of Discord accept every body. */
const bodyOf = (message: AlertMessage): RESTPostAPIWebhookWithTokenJSONBody => discordBody(message);

const embedOf = (message: AlertMessage) => {
  const [embed, ...others] = bodyOf(message).embeds ?? [];
  expect(others).toEqual([]);
  return { title: '', description: '', ...embed, footer: embed?.footer?.text ?? '' };
};

it('is an embed that mentions no one', () => {
  expect(discordBody(typical)).toMatchSnapshot();
});

it.each([unreachable, expiring])('of $type has no findings', (message) => {
  expect(discordBody(message)).toMatchSnapshot();
});

describe('the limits of Discord', () => {
  // docs.discord.com/developers/resources/message#embed-object-embed-limits, in code points.
  const expectLimits = (message: AlertMessage) => {
    const { title, description, footer } = embedOf(message);
    const [inTitle, inDescription, inFooter] = [title, description, footer].map(
      (text) => [...text].length,
    );
    expect(inTitle).toBeLessThanOrEqual(256);
    expect(inDescription).toBeLessThanOrEqual(4_096);
    expect(inFooter).toBeLessThanOrEqual(2_048);
    expect([...`${title}${description}${footer}`].length).toBeLessThanOrEqual(6_000);
    expect(`${title}${description}`.isWellFormed()).toBe(true);
    expect(description.match(/medium importance/g)).toHaveLength(10);
  };

  it.each(texts)('hold for the longest message of %j', (text) => {
    expectLimits(longest(text));
  });

  it('leave room for ten long findings', () => {
    expect(embedOf(longest('x')).description.split('\n\n')[2]).toMatchInlineSnapshot(`
      "**xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…** · medium importance
      example.com\\/?\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\…, line 9007199254740991
      “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…”"
    `);
  });

  it('hold for any text', () => {
    fc.assert(fc.property(anyText, (text) => expectLimits(longest(text))));
  });
});

describe('markup in texts', () => {
  it.each([
    ['@everyone <@1> <@&2> <#3>', '\\@everyone \\<\\@1\\> \\<\\@&2\\> \\<\\#3\\>'],
    ['[x](https://evil.example)', '\\[x\\](https:\\/\\/evil.example)'],
    ['**b** __u__ ~~s~~ ||p||', '\\*\\*b\\*\\* \\_\\_u\\_\\_ \\~\\~s\\~\\~ \\|\\|p\\|\\|'],
    ['`c` > # \\', '\\`c\\` \\> \\# \\\\'],
  ])('is escaped in %j', (hostile, escaped) => {
    const { title, description } = embedOf(messageOf(hostile));
    expect(title).toBe(`New report on ${escaped}: score 71`);
    expect(description).toContain(`**${escaped}** · high importance`);
    expect(description).toContain(`“${escaped}”`);
    expect(description).toContain(`new finding. ${escaped}\n`);
  });

  it('cannot end a link', () => {
    const url = 'https://example.com/a(b)?c=[d]&e=\\`';
    expect(embedOf(messageOf('x', url)).description).toContain(
      '[example.com\\/a(b)?c=(d)&e=\\\\\\`](https://example.com/a%28b%29?c=%5Bd%5D&e=%5C%60)',
    );
  });

  it('is never cut inside an escape', () => {
    const { description } = embedOf(longest('_'));
    expect(description).toContain(`**${'\\_'.repeat(59)}…** · medium importance`);
  });
});

it('links to the web only, and not to long URLs', () => {
  const { description, url } = embedOf(messageOf('x', 'javascript:alert(1)'));
  expect([url, description]).toEqual([undefined, expect.not.stringContaining('](')]);
  expect(
    embedOf(messageOf('x', `https://example.com/${'('.repeat(99)}`)).description,
  ).not.toContain('](');
});
