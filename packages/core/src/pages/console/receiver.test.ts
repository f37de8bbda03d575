import { expect, it } from 'vitest';
import { shortReceiver } from './receiver.tsx';

it.each([
  ['https://example.com/', 'https://example.com'],
  ['https://example.com:8443/hooks/seo-alerts', 'https://example.com:8443/hooks/seo-alerts'],
  ['https://hooks.slack.com/services/T0AB/B0CD/sEcReT', 'https://hooks.slack.com/services/…'],
  ['https://discord.com/api/webhooks/123/sEcReT', 'https://discord.com/api/webhooks/…'],
  ['https://example.com/api/v2/abcdefghijklmnop/end', 'https://example.com/api/v2/…'],
  ['https://example.com/run?sig=abc', 'https://example.com/run?…'],
  ['https://example.com/7?sig=abc', 'https://example.com/…?…'],
])('shortens %s to %s', (url, shown) => {
  expect(shortReceiver(url)).toBe(shown);
});
