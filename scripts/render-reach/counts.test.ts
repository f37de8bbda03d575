import { describe, expect, it } from 'vitest';
import { type Arrival, countByWay, leaksOf, unprovenWays } from './counts.ts';

const arrival = (changes: Partial<Arrival>): Arrival => ({
  protocol: 'tcp',
  address: '8.8.2.1',
  port: 80,
  isOwn: true,
  ways: new Set(),
  ...changes,
});
const nothing = { arrivals: [], questions: [], strayDatagrams: 0 };

describe('countByWay', () => {
  it('counts by the path of a request, else by the address, else apart', () => {
    const wayOf = (address: string) => (address === '10.77.0.1' ? 'img' : undefined);
    const counts = countByWay(
      [
        arrival({ ways: new Set(['fetch', 'img']) }),
        arrival({ ways: new Set(['fetch']), isOwn: false }),
        arrival({ address: '10.77.0.1', isOwn: false }),
        arrival({ address: '127.0.0.1', protocol: 'udp', port: 53 }),
      ],
      wayOf,
    );
    expect(Object.fromEntries(counts)).toEqual({
      fetch: { private: 0, direct: 1, guarded: 1 },
      img: { private: 1, direct: 0, guarded: 1 },
      'udp 127.0.0.1 53': { private: 1, direct: 0, guarded: 0 },
    });
  });
});

describe('leaksOf', () => {
  it('finds none where only this process reaches public addresses', () => {
    expect(leaksOf({ ...nothing, arrivals: [arrival({})] })).toEqual([]);
  });

  it.each([
    ['10.77.0.1', true],
    ['169.254.169.254', false],
    ['127.0.0.1', true],
    ['::1', true],
    ['fd00::1', false],
    ['8.8.2.1', false],
  ])('finds a connection to %s (from this process: %s)', (address, isOwn) => {
    const ways = new Set(['img']);
    expect(leaksOf({ ...nothing, arrivals: [arrival({ address, isOwn, ways })] })).toEqual([
      `tcp from ${isOwn ? 'the guard' : 'the browser'} to ${address} port 80, by img`,
    ]);
  });

  it('finds questions for names, once each, and datagrams', () => {
    expect(leaksOf({ ...nothing, questions: ['a.test', 'a.test'] })).toHaveLength(1);
    expect(leaksOf({ ...nothing, strayDatagrams: 1 })).toEqual([
      '1 datagrams, as the kernel counts them',
    ]);
  });
});

it('finds ways that a plain browser does not use, but those that are known to be quiet', () => {
  const ways = [{ id: 'img' }, { id: 'fetch' }, { id: 'nel' }, { id: 'ftp', quiet: 'removed' }];
  const control = new Map([
    ['img', { private: 1, direct: 0, guarded: 0 }],
    ['fetch', { private: 0, direct: 2, guarded: 0 }],
  ]);
  expect(unprovenWays(ways, control)).toEqual(['nel']);
});
