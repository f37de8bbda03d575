/** A result that reports can share: of a probe, a robots.txt or sitemaps. */
type Sharable = { readonly kind: string; readonly status?: number } | null;

/** How a result is shared. */
interface ShareOptions<Result> {
  /** Whether other reports may have it. Default: unless the request was skipped or failed. */
  readonly fits?: (result: Result) => boolean;
  /** About how much memory it takes, in bytes. Default: twice its characters as JSON. */
  readonly bytes?: (result: Result) => number;
}

/**
 * The result that another report has under this name, or is waiting for; otherwise that of the request.
 *
 * @throws the errors of the request, and the reason of the report's signal. What ends another report does not end this
 * one: it sends the request itself.
 */
export type Share = <Result extends Sharable>(
  name: string,
  request: () => Promise<Result>,
  options?: ShareOptions<Result>,
) => Promise<Result>;

/** Shares nothing. */
export const shareNothing: Share = (_, request) => request();

/** What one report shares with the others of its batch. */
export interface ReportShare {
  readonly share: Share;
  /** When the oldest result was requested that the report has from another one; `null` if there is none. */
  readonly oldestAt: () => Date | null;
}

/** The results that reports of the same batch share, for a minute. */
export interface SharedResults {
  /**
   * Lets a report share results with the others of its batch.
   *
   * @param batch - All reports with the same have the same owner, network and headers of requests. JSON.
   * @param signal - Aborts with the report.
   */
  join(batch: string, signal: AbortSignal): ReportShare;
  /** Releases the memory of results that are too old. */
  dropOld(): void;
}

/** A request, and its result. */
interface Entry {
  /** The report that sent it. */
  readonly by: symbol;
  readonly at: Date;
  readonly startedMs: number;
  /** `null` if there is none that others may have. */
  readonly shared: Promise<{ readonly result: unknown } | null>;
  bytes: number;
}

/** How long a result is used after it was requested. */
const maxAgeMs = 60_000;

/** The limits of all results together. Sitemaps with 50,000 pages take 20 MB. */
const most = { entries: 10_000, bytes: 32 * 1024 * 1024 } as const;

/**
 * Creates an empty memory for results that reports share. When it is full, the oldest ones are dropped; one that alone is
 * too large is not kept.
 *
 * @param clock - `monotonicMs` decides how old a result is, `now` when it was requested.
 */
export function createSharedResults(clock: {
  readonly now: () => Date;
  readonly monotonicMs: () => number;
}): SharedResults {
  /** In the order of their requests. */
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const isOld = ({ startedMs }: Entry) => clock.monotonicMs() - startedMs >= maxAgeMs;
  const drop = (key: string, entry: Entry) => {
    // It may have been replaced.
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    bytes -= entry.bytes;
  };
  const dropOld = () => {
    for (const [key, entry] of entries) {
      if (!isOld(entry) && entries.size <= most.entries && bytes <= most.bytes) return;
      drop(key, entry);
    }
  };
  const add = (key: string, entry: Entry) => {
    const before = entries.get(key);
    if (before !== undefined) drop(key, before);
    entries.set(key, entry);
    dropOld();
  };
  const keep = (key: string, entry: Entry, size: number) => {
    if (entries.get(key) !== entry) return;
    if (size > most.bytes) return drop(key, entry);
    entry.bytes = size;
    bytes += size;
    dropOld();
  };
  const freshOf = (key: string) => {
    const entry = entries.get(key);
    return entry === undefined || isOld(entry) ? undefined : entry;
  };
  return {
    join(batch, signal) {
      const by = Symbol(batch);
      let oldest: Entry | undefined;
      const aborted = new Promise<never>((_, reject) => {
        const onAbort = () => reject(signal.reason);
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
      });
      aborted.catch(() => {});

      const start = <Result extends Sharable>(
        key: string,
        request: () => Promise<Result>,
        { fits = isKnown, bytes: bytesOf = jsonBytes }: ShareOptions<Result>,
      ): Promise<Result> => {
        const requested = { by, at: clock.now(), startedMs: clock.monotonicMs() };
        const work = request();
        const shared = work.then(
          (result) => {
            // It may have failed because this report ended.
            const isShared = !signal.aborted && fits(result);
            if (isShared && isLasting(result)) keep(key, entry, bytesOf(result));
            else drop(key, entry);
            return isShared ? { result } : null;
          },
          () => {
            drop(key, entry);
            return null;
          },
        );
        const entry: Entry = { ...requested, shared, bytes: 0 };
        add(key, entry);
        return work;
      };

      const share: Share = async <Result extends Sharable>(
        name: string,
        request: () => Promise<Result>,
        options: ShareOptions<Result> = {},
      ) => {
        const key = `${batch} ${name}`;
        const known = freshOf(key);
        if (known === undefined) return start(key, request, options);
        const found = await Promise.race([known.shared, aborted]);
        if (found !== null) {
          const isOldest = oldest === undefined || known.startedMs < oldest.startedMs;
          if (isOldest && known.by !== by) oldest = known;
          return found.result as Result;
        }
        // It waits once: all that waited for a request that failed go on at the same time.
        return freshOf(key) === undefined ? start(key, request, options) : request();
      };
      return { share, oldestAt: () => oldest?.at ?? null };
    },
    dropOld,
  };
}

/** Not what our own limits ended, which may be those of one report. */
function isKnown(result: Sharable): boolean {
  return result === null || (result.kind !== 'skipped' && result.kind !== 'failed');
}

/** Kinds of results that may be others the next time: a robots.txt or sitemaps that could not be fetched. */
const passing: ReadonlySet<string> = new Set(['unknown', 'server_error']);

/** Whether a result is kept when the requests that waited for it have it: not errors of servers, which pass. */
function isLasting(result: Sharable): boolean {
  if (result === null) return true;
  const { kind, status = 200 } = result;
  return !passing.has(kind) && status < 500 && status !== 429;
}

function jsonBytes(result: Sharable): number {
  return 2 * JSON.stringify(result).length;
}
