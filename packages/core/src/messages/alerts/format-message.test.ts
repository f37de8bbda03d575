import { expect, it } from 'vitest';
import { webhookFormats } from '../../store/webhook.ts';
import { typical } from './fixtures/alert-messages.ts';
import { formatMessage } from './format-message.ts';

it('writes the body of each format', () => {
  const bodies = webhookFormats.map((format) => JSON.parse(formatMessage(format, typical)));
  expect(bodies).toEqual([
    typical,
    expect.objectContaining({ blocks: expect.any(Array) }),
    expect.objectContaining({ attachments: expect.any(Array) }),
    expect.objectContaining({ embeds: expect.any(Array) }),
  ]);
});
