import type { FieldDataResponse } from './field-data.ts';

/** How long a response counts, in milliseconds: the API has new data once a day. */
const keptMs = 24 * 60 * 60 * 1_000;

/** What is kept at most: URLs, and bytes in memory, roughly. */
const defaultLimits = { count: 10_000, bytes: 8 * 1024 * 1024 };

/** What was received of late. The one that was used longest ago is dropped first. */
interface KeptResponses {
  get(key: string, now: Date): FieldDataResponse | undefined;
  set(key: string, response: FieldDataResponse, now: Date): void;
}

interface Entry {
  readonly response: FieldDataResponse;
  readonly at: number;
  readonly bytes: number;
}

/** Creates an empty memory. */
export function createKeptResponses(limits = defaultLimits): KeptResponses {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key, now) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      // A clock that was set back must not keep it longer.
      if (Math.abs(now.getTime() - entry.at) < keptMs) return entry.response;
      remove(key);
      return undefined;
    },
    set(key, response, now) {
      remove(key);
      const size = 2 * (key.length + JSON.stringify(response).length) + 200;
      entries.set(key, { response, at: now.getTime(), bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.count && bytes <= limits.bytes) return;
        remove(oldest);
      }
    },
  };
}
