import { beforeEach, describe, expect, it } from 'vitest';
import { createKnownWorkers, type KnownWorkers } from '../context/known-workers.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import type { LiveProcess, ProcessRole } from '../store/process-store.ts';
import { createProcessNotices } from './process-notices.ts';

let seconds: number;
let events: OperationEvent[];
let knownWorkers: KnownWorkers;

beforeEach(() => {
  seconds = 0;
  events = [];
  knownWorkers = createKnownWorkers();
});

const live = (
  id: string,
  role: ProcessRole,
  settings: Readonly<Record<string, string>> = {},
): LiveProcess => ({ id, role, settings, startedAt: new Date(0) });

/** The notices of a process, which is called `self`. */
const noticesOf = (role: ProcessRole, settings: Readonly<Record<string, string>> = {}) => {
  const notice = createProcessNotices(
    {
      emitOperation: (event) => event.type !== 'processes.seen' && events.push(event),
      monotonicMs: () => seconds * 1_000,
      knownWorkers,
    },
    { id: 'self', role, settings },
  );
  return (at: number, ...others: readonly LiveProcess[]) => {
    seconds = at;
    notice([live('self', role, settings), ...others]);
  };
};

describe('settings that differ', () => {
  const self = { 'network.allowAddresses': 'a', ruleset: 'r', retention: 'x' };

  it('are reported once they have done so for two minutes, by name', () => {
    const see = noticesOf('worker', self);
    const other = live('b', 'worker', { ...self, ruleset: 'q', 'network.allowAddresses': 'c' });
    const same = live('c', 'worker', self);
    for (let at = 0; at < 120; at += 30) see(at, other, same);
    expect(events).toEqual([]);
    for (let at = 120; at < 600; at += 30) see(at, other, same);
    expect(events).toEqual([
      {
        type: 'settings.differ',
        names: ['network.allowAddresses', 'ruleset'],
        processes: 1,
      },
    ]);
  });

  it('are reported again when others differ, and when they are the same again', () => {
    const see = noticesOf('worker', self);
    const ruleset = live('b', 'worker', { ...self, ruleset: 'q' });
    const addresses = live('c', 'server', { 'network.allowAddresses': 'c' });
    see(0, ruleset);
    see(120, ruleset, addresses);
    see(240, ruleset, addresses);
    see(270, addresses);
    see(300);
    see(330);
    expect(events).toEqual([
      { type: 'settings.differ', names: ['ruleset'], processes: 1 },
      { type: 'settings.differ', names: ['network.allowAddresses', 'ruleset'], processes: 2 },
      { type: 'settings.differ', names: ['network.allowAddresses'], processes: 1 },
      { type: 'settings.agree' },
    ]);
  });

  it('are not those that only one of both has, or that differed during a restart', () => {
    const see = noticesOf('worker', self);
    for (let at = 0; at <= 300; at += 30)
      see(at, live('b', 'server', { newer: 'n', ruleset: 'r' }));
    see(330, live('b', 'worker', { ruleset: 'q' }));
    see(420, live('b', 'worker', { ruleset: 'q' }));
    see(450, live('b', 'worker', { ruleset: 'r' }));
    see(480, live('b', 'worker', { ruleset: 'q' }));
    see(570, live('b', 'worker', { ruleset: 'q' }));
    expect(events).toEqual([]);
  });
});

describe('a server without workers', () => {
  it('reports it once after two minutes, and when there is one again', () => {
    const see = noticesOf('server');
    see(0, live('b', 'server'));
    see(119);
    expect(events).toEqual([]);
    expect(knownWorkers.areMissing()).toBe(false);
    see(120);
    see(150);
    expect(events).toEqual([{ type: 'workers.missing' }]);
    expect(knownWorkers.areMissing()).toBe(true);
    see(180, live('w', 'worker'));
    see(210, live('w', 'worker'));
    expect(events).toEqual([{ type: 'workers.missing' }, { type: 'workers.found' }]);
    expect(knownWorkers.areMissing()).toBe(false);
    see(240);
    see(359);
    expect(events).toHaveLength(2);
    see(360);
    expect(events).toHaveLength(3);
  });

  it('is not what a worker reports', () => {
    const see = noticesOf('worker');
    for (let at = 0; at < 600; at += 30) see(at);
    expect(events).toEqual([]);
  });
});
