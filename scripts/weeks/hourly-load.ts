/** What happened in an hour. */
export interface HourOfLoad {
  /** Jobs and crawls. */
  created: number;
  /** Jobs and crawls that started, and how long the one that waited longest had waited, in milliseconds. */
  started: number;
  longestWaitMs: number;
  ended: number;
  /** Crawls that an owner could not have yet, because of those that had not ended. */
  refused: number;
  /** Busy places, on average over the hour. */
  busy: number;
}

const hourMs = 3_600_000;

/** Counts what happens, by the hour. Times are milliseconds, and never go back. */
export function countLoad(startsAt: number) {
  const hours: HourOfLoad[] = [];
  let busy = 0;
  let busySince = startsAt;
  const hourOf = (at: number): HourOfLoad => {
    const index = Math.floor((at - startsAt) / hourMs);
    while (hours.length <= index) {
      hours.push({ created: 0, started: 0, longestWaitMs: 0, ended: 0, refused: 0, busy: 0 });
    }
    return hours[index] as HourOfLoad;
  };
  /** Adds the time with as many busy places as now to its hours. */
  const countBusy = (until: number) => {
    while (busySince < until) {
      const hour = hourOf(busySince);
      const hourEnds = startsAt + (Math.floor((busySince - startsAt) / hourMs) + 1) * hourMs;
      const next = Math.min(until, hourEnds);
      hour.busy += (busy * (next - busySince)) / hourMs;
      busySince = next;
    }
  };
  return {
    hours: hours as readonly Readonly<HourOfLoad>[],
    created(at: number, count: number) {
      hourOf(at).created += count;
    },
    refused(at: number) {
      hourOf(at).refused += 1;
    },
    started(at: number, waitedMs: number) {
      const hour = hourOf(at);
      hour.started += 1;
      hour.longestWaitMs = Math.max(hour.longestWaitMs, waitedMs);
    },
    ended(at: number) {
      hourOf(at).ended += 1;
    },
    /** A place gets busy, or free. */
    place(at: number, change: 1 | -1) {
      countBusy(at);
      busy += change;
    },
  };
}

/** Hours in one line: sums, and the most of the others. */
export function sumOfLoad(hours: readonly Readonly<HourOfLoad>[]): HourOfLoad {
  const sum = (key: 'created' | 'started' | 'ended' | 'refused') =>
    hours.reduce((total, hour) => total + hour[key], 0);
  const most = (key: 'longestWaitMs' | 'busy') => Math.max(0, ...hours.map((hour) => hour[key]));
  return {
    created: sum('created'),
    started: sum('started'),
    longestWaitMs: most('longestWaitMs'),
    ended: sum('ended'),
    refused: sum('refused'),
    busy: most('busy'),
  };
}
