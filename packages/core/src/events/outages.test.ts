import { SitegradeError } from '@sitegrade/foundation/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmitOperation } from './emit-operation.ts';
import type { OperationEvent } from './operation-event.ts';
import { createOutages, type Outages } from './outages.ts';

const away = new SitegradeError('overloaded', 'The database is away.');
const full = new SitegradeError('overloaded', 'The disk is full.', { reason: 'read_only' });

let seconds: number;
let events: OperationEvent[];
let outages: Outages;

beforeEach(() => {
  seconds = 0;
  events = [];
  outages = createOutages(
    (event) => events.push(event),
    () => seconds * 1_000,
  );
});

const typesOf = () => events.map(({ type }) => type);

describe('an outage', () => {
  it('is reported when it begins, with its cause, and when it has ended', () => {
    for (let failure = 0; failure < 50; failure += 1) {
      seconds = failure;
      outages.failed(away, 'work');
    }
    expect(events).toEqual([
      {
        type: 'outage.began',
        kind: 'overloaded',
        error: expect.objectContaining({ message: 'The database is away.' }),
      },
    ]);
    seconds = 79;
    outages.succeeded('work');
    expect(events.slice(1)).toEqual([
      { type: 'outage.ended', kind: 'overloaded', failures: 50, durationMs: 49_000 },
    ]);
  });

  it('is reported every time', () => {
    for (let time = 0; time < 3; time += 1) {
      outages.failed(away, 'work');
      seconds += 30;
      outages.succeeded('work');
    }
    expect(typesOf()).toEqual(
      Array.from({ length: 3 }, () => ['outage.began', 'outage.ended']).flat(),
    );
  });

  it('that comes and goes is one, until nothing has failed for half a minute', () => {
    for (let time = 0; time < 100; time += 1) {
      outages.failed(away, 'work');
      seconds += 29;
      outages.succeeded('work');
    }
    expect(typesOf()).toEqual(['outage.began']);
    seconds += 1;
    outages.succeeded('work');
    expect(typesOf()).toEqual(['outage.began', 'outage.ended']);
  });

  it('has not ended while a part of it has not succeeded', () => {
    outages.failed(away, 'work');
    outages.failed(away, 'sweep');
    seconds = 600;
    outages.succeeded('work');
    expect(typesOf()).toEqual(['outage.began']);
    outages.succeeded('sweep');
    expect(typesOf()).toEqual(['outage.began', 'outage.ended']);
  });

  it('ends also if what failed first was not done again', () => {
    outages.failed(away);
    seconds = 30;
    outages.succeeded('work');
    expect(typesOf()).toEqual(['outage.began', 'outage.ended']);
  });

  it('is another one if it fails in another way, so that one that lasts hides no other', () => {
    outages.failed(new Error('a bug'), 'sweep');
    outages.failed(away, 'work');
    outages.failed(full, 'work');
    seconds = 30;
    outages.succeeded('work');
    outages.failed(new Error('a bug'), 'sweep');
    outages.failed(away, 'work');
    expect(events.map((event) => 'kind' in event && [event.type, event.kind])).toEqual([
      ['outage.began', 'internal'],
      ['outage.began', 'overloaded'],
      ['outage.began', 'overloaded: read_only'],
      ['outage.ended', 'overloaded'],
      ['outage.ended', 'overloaded: read_only'],
      ['outage.began', 'overloaded'],
    ]);
  });

  it('has no secrets', () => {
    outages.failed(new Error('insert of hunter2 failed'), 'work', ['hunter2']);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });
});

describe('without a listener', () => {
  const warningsOf = (events: readonly OperationEvent[]) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const emit = createEmitOperation(undefined);
    for (const event of events) emit(event);
    const calls = warn.mock.calls.map(([message, options]) => ({
      message,
      ...(options as object),
    }));
    warn.mockRestore();
    return calls;
  };

  it('what someone should know of is a process warning', () => {
    const error = { name: 'Error', message: 'lost', stack: 'Error: lost\n    at x' };
    expect(
      warningsOf([
        { type: 'outage.began', kind: 'overloaded', error },
        { type: 'outage.ended', kind: 'overloaded', failures: 3, durationMs: 500 },
        { type: 'outage.ended', kind: 'overloaded: read_only', failures: 4, durationMs: 500 },
        { type: 'workers.missing' },
        { type: 'settings.differ', names: ['ruleset', 'network.ports'], processes: 2 },
      ]),
    ).toMatchObject([
      { type: 'SitegradeWarning', code: 'SITEGRADE_WORKER_FAILED', detail: error.stack },
      { code: 'SITEGRADE_WORKER_RECOVERED', message: expect.stringContaining('3 times in 500 ms') },
      { message: 'The store accepts changes again. It refused 4 in 500 ms.' },
      { code: 'SITEGRADE_NO_WORKER' },
      {
        code: 'SITEGRADE_SETTINGS_DIFFER',
        message: 'Settings of this process differ from those of 2 others: ruleset, network.ports.',
      },
    ]);
  });

  it('what happens all the time is not', () => {
    expect(
      warningsOf([
        { type: 'work.claimed', kind: 'job', isFound: true, durationMs: 1 },
        { type: 'processes.seen', servers: 1, workers: 1 },
        { type: 'write.refused', reason: 'quota_exceeded' },
        { type: 'pruned', kind: 'reports', count: 1 },
      ]),
    ).toEqual([]);
  });
});

it('a listener that throws or rejects is a process warning, once', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const emit = createEmitOperation(async () => {
    throw new Error('broken');
  });
  emit({ type: 'workers.found' });
  emit({ type: 'workers.found' });
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls).toEqual([
    [
      'The onOperation listener failed for workers.found. Later failures are not reported.',
      expect.objectContaining({ code: 'SITEGRADE_LISTENER_FAILED' }),
    ],
  ]);
  warn.mockRestore();
});
