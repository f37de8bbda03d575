import type { Store } from '@sitegrade/core';
import type { FastifyInstance } from 'fastify';

/** How long the database and the queue may take to respond, in milliseconds. */
const checkMs = 2_000;

/** How long a result is used again, so that no number of requests adds load to the database. */
const keepMs = 1_000;

/** When another check starts although the last one has not ended: its connection may be lost. In milliseconds. */
const giveUpMs = 30_000;

/** What `/ready` responds. It names the part that failed, and nothing else about it. */
interface Readiness {
  readonly status: 'ready' | 'starting' | 'stopping' | 'unavailable';
  readonly database?: PartState | 'read_only';
  readonly queue?: PartState;
}

type PartState = 'ok' | 'unavailable';

/** The parts of a process that may become unavailable. */
export interface HealthParts {
  readonly store: { readonly jobs: Pick<Store['jobs'], 'find'> } & Pick<Store, 'isWritable'>;
  readonly checkQueue: () => Promise<unknown>;
}

/** The health of a process. */
export interface Health {
  /** Call it once the process can do its work. */
  started(parts: HealthParts): void;
  /** Call it when the process is asked to stop. */
  stopping(): void;
  check(): Promise<Readiness>;
}

/** Options of {@link createHealth}, for tests. */
interface HealthOptions {
  readonly monotonicMs?: () => number;
  readonly checkMs?: number;
  /** Called for each part that does not respond, when its state changes. */
  readonly onFailure?: (part: string, error: unknown) => void;
}

/** Creates the health of a process that starts. */
export function createHealth(options: HealthOptions = {}): Health {
  const { monotonicMs = () => performance.now(), onFailure = () => {} } = options;
  const withinMs = options.checkMs ?? checkMs;
  let parts: HealthParts | undefined;
  let isStopping = false;
  let last: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
  const failing = new Set<string>();
  const pending = new Map<string, { readonly at: number; readonly promise: Promise<unknown> }>();

  /** Waits for a check that has not ended yet, so that checks do not pile up where nothing responds. */
  const checkOnce = (part: string, check: () => Promise<unknown>): Promise<unknown> => {
    const started = pending.get(part);
    if (started !== undefined && monotonicMs() - started.at < giveUpMs) return started.promise;
    const entry = { at: monotonicMs(), promise: check() };
    const forget = () => {
      if (pending.get(part) === entry) pending.delete(part);
    };
    entry.promise.then(forget, forget);
    pending.set(part, entry);
    return entry.promise;
  };
  const stateOf = async (part: string, check: () => Promise<unknown>): Promise<PartState> => {
    try {
      await within(withinMs, checkOnce(part, check));
      failing.delete(part);
      return 'ok';
    } catch (error) {
      if (!failing.has(part)) onFailure(part, error);
      failing.add(part);
      return 'unavailable';
    }
  };
  /** A trial of the store that does not end in time counts as failed. */
  const isWritable = (store: HealthParts['store']) =>
    within(
      withinMs,
      checkOnce('writes', () => store.isWritable()),
    ).catch(() => false);
  const checkParts = async ({ store, checkQueue }: HealthParts): Promise<Readiness> => {
    const [database, queue] = await Promise.all([
      // Reads one row by its key, whether it exists or not.
      stateOf('database', () => store.jobs.find('ready', 1)),
      stateOf('queue', checkQueue),
    ]);
    if (database !== 'ok' || queue !== 'ok') return { status: 'unavailable', database, queue };
    // What is stored can still be read, which no other process with this database does better.
    return { status: 'ready', database: (await isWritable(store)) ? 'ok' : 'read_only', queue };
  };

  return {
    started(given) {
      parts = given;
    },
    stopping() {
      isStopping = true;
    },
    async check() {
      if (isStopping) return { status: 'stopping' };
      if (parts === undefined) return { status: 'starting' };
      if (last === undefined || monotonicMs() - last.at >= keepMs) {
        last = { at: monotonicMs(), readiness: checkParts(parts) };
      }
      const readiness = await last.readiness;
      return isStopping ? { status: 'stopping' } : readiness;
    },
  };
}

/**
 * Adds `/health`, which responds as long as the process runs, and `/ready`, which is a 503 while the process
 * should get no requests.
 */
export function addHealth(app: FastifyInstance, health: Health): void {
  // Supervisors ask every few seconds: not in the log.
  const options = { logLevel: 'error' } as const;
  app.get('/health', options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'running' }),
  );
  app.get('/ready', options, async (_request, reply) => {
    const readiness = await health.check();
    return reply
      .code(readiness.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
}

async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no response within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
