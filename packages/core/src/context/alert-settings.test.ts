import { expect, it } from 'vitest';
import { alertSettingsOf } from './alert-settings.ts';

it.each([
  ['10.1.2.3', 9000, 'allowed'],
  ['10.1.2.3', 80, 'not_public'],
  ['10.1.2.5', 80, 'allowed'],
  ['10.1.2.5', 9000, 'not_public'],
  ['1.1.1.1', 80, 'public'],
  ['1.1.1.1', 9000, 'not_public'],
  ['10.1.2.6', 9000, 'denied'],
])('a receiver at %s on port %i is %s', (address, port, verdict) => {
  const { network } = alertSettingsOf(
    { allowAddresses: ['10.1.2.3:9000', '10.1.2.6:9000', '10.1.2.5'] },
    { ports: [80], denyAddresses: ['10.1.2.6'] },
  );
  expect(network.classifyAddress(address, port)).toBe(verdict);
});
