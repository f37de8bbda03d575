import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addHealth, createHealth, type HealthParts } from './health.ts';

/** Parts whose state a test decides, with a clock that only moves when it is changed. */
function createParts() {
  const state = {
    now: 0,
    checks: 0,
    database: 'ok' as 'ok' | 'failing' | 'silent',
    queue: 'ok',
    writes: 'ok' as 'ok' | 'refused' | 'silent',
  };
  const failures: string[] = [];
  const silent: (() => void)[] = [];
  const endSilence = () => {
    for (const end of silent.splice(0)) end();
  };
  const find: HealthParts['store']['jobs']['find'] = () => {
    state.checks += 1;
    if (state.database === 'silent') {
      return new Promise((resolve) => silent.push(() => resolve(undefined)));
    }
    return state.database === 'ok' ? Promise.resolve(undefined) : Promise.reject(new Error('lost'));
  };
  const parts: HealthParts = {
    store: {
      jobs: { find },
      isWritable: () =>
        state.writes === 'silent' ? new Promise(() => {}) : Promise.resolve(state.writes === 'ok'),
    },
    checkQueue: async () => {
      if (state.queue !== 'ok') throw new Error('lost');
    },
  };
  const health = createHealth({
    monotonicMs: () => state.now,
    checkMs: 20,
    onFailure: (part, error) => failures.push(`${part}: ${error}`),
  });
  return { state, parts, health, failures, endSilence };
}

describe('the health of a process', () => {
  it('is starting, ready, and stopping', async () => {
    const { health, parts } = createParts();
    expect(await health.check()).toEqual({ status: 'starting' });
    health.started(parts);
    expect(await health.check()).toEqual({ status: 'ready', database: 'ok', queue: 'ok' });
    health.stopping();
    expect(await health.check()).toEqual({ status: 'stopping' });
    const { health: unstarted } = createParts();
    unstarted.stopping();
    expect(await unstarted.check()).toEqual({ status: 'stopping' });
  });

  it('names the part that fails or does not respond, and reports each failure once', async () => {
    const { state, health, parts, failures, endSilence } = createParts();
    health.started(parts);
    state.database = 'failing';
    const expected = { status: 'unavailable', database: 'unavailable', queue: 'ok' };
    expect(await health.check()).toEqual(expected);
    state.now += 1_000;
    state.database = 'silent';
    expect(await health.check()).toEqual(expected);
    state.now += 1_000;
    endSilence();
    state.database = 'ok';
    state.queue = 'failing';
    expect(await health.check()).toEqual({
      status: 'unavailable',
      database: 'ok',
      queue: 'unavailable',
    });
    state.now += 1_000;
    state.database = 'silent';
    state.queue = 'ok';
    expect(await health.check()).toEqual(expected);
    expect(failures).toEqual([
      'database: Error: lost',
      'queue: Error: lost',
      'database: Error: There was no response within 20 ms.',
    ]);
  });

  it('stays ready while the database can only be read, and names it', async () => {
    const { state, health, parts, failures } = createParts();
    health.started(parts);
    state.writes = 'refused';
    const readOnly = { status: 'ready', database: 'read_only', queue: 'ok' };
    expect(await health.check()).toEqual(readOnly);
    state.now += 1_000;
    state.database = 'failing';
    const lost = { status: 'unavailable', database: 'unavailable', queue: 'ok' };
    expect(await health.check()).toEqual(lost);
    state.now += 1_000;
    state.database = 'ok';
    state.writes = 'ok';
    expect(await health.check()).toEqual({ status: 'ready', database: 'ok', queue: 'ok' });
    state.now += 1_000;
    // A trial that does not end is not a reason to send requests elsewhere either.
    state.writes = 'silent';
    expect(await health.check()).toEqual(readOnly);
    expect(failures).toEqual(['database: Error: lost']);
  });

  it('checks the parts once a second, however often it is asked', async () => {
    const { state, health, parts } = createParts();
    health.started(parts);
    await Promise.all(Array.from({ length: 100 }, () => health.check()));
    state.now = 999;
    await health.check();
    expect(state.checks).toBe(1);
    state.now = 1_000;
    await health.check();
    expect(state.checks).toBe(2);
  });

  it('asks a part that does not respond again only after 30 seconds', async () => {
    const { state, health, parts, endSilence } = createParts();
    health.started(parts);
    state.database = 'silent';
    const expected = { status: 'unavailable', database: 'unavailable', queue: 'ok' };
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await health.check()).toEqual(expected);
      state.now += 1_000;
    }
    expect(state.checks).toBe(1);
    state.now = 30_000;
    expect(await health.check()).toEqual(expected);
    expect(state.checks).toBe(2);
    state.now += 1_000;
    endSilence();
    state.database = 'ok';
    expect((await health.check()).status).toBe('ready');
    state.now += 1_000;
    expect((await health.check()).status).toBe('ready');
    expect(state.checks).toBe(3);
  });

  it('is served for load balancers, without being kept by caches', async () => {
    const { state, health, parts } = createParts();
    const app = Fastify({ pluginTimeout: 0 });
    addHealth(app, health);
    const statuses = async () => {
      const [alive, ready] = [await app.inject('/health'), await app.inject('/ready')];
      for (const { headers } of [alive, ready]) expect(headers['cache-control']).toBe('no-store');
      return [alive.statusCode, ready.statusCode, ready.json().status];
    };
    expect(await statuses()).toEqual([200, 503, 'starting']);
    health.started(parts);
    expect(await statuses()).toEqual([200, 200, 'ready']);
    state.now += 1_000;
    state.writes = 'refused';
    expect(await statuses()).toEqual([200, 200, 'ready']);
    expect((await app.inject('/ready')).json()).toMatchObject({ database: 'read_only' });
    state.now += 1_000;
    state.database = 'failing';
    expect(await statuses()).toEqual([200, 503, 'unavailable']);
    expect((await app.inject('/ready')).body).not.toContain('lost');
    await app.close();
  });
});
