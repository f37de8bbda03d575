/** Longer texts are not dates. In UTF-16 units. */
const maxLength = 40;

const day = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T ])/i;
const zone = /(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d)?)$/i;
const time = /^(\d\d)(?::?(\d\d)(?::?\d\d(?:[.,]\d{1,9})?)?)?$/;

const msPerDay = 86_400_000;

/**
 * The day that a date of ISO 8601 states, as a number of days since 1970: in UTC if it has a time and a zone,
 * otherwise as written. So what two zones write for one instant differs by one day at most. `null` for other
 * texts, and for a year or a month.
 */
export function dayOf(text: string): number | null {
  const value = text.trim();
  const [written = '', year, month, date] = (value.length <= maxLength && day.exec(value)) || [];
  if (written === '') return null;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const midnight = new Date(start);
  if (midnight.getUTCDate() !== Number(date) || midnight.getUTCMonth() !== Number(month) - 1)
    return null;
  const rest = value.slice(written.length).trim();
  if (written === value) return /T$/i.test(value) ? null : start / msPerDay;
  const [suffix = '', sign, hours = '0', minutes = '0'] = zone.exec(rest) ?? [];
  const found = time.exec(rest.slice(0, rest.length - suffix.length).trim());
  if (found === null) return null;
  const [, hour = '0', minute = '0'] = found;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const ms = start + (Number(hour) * 60 + Number(minute) - offset) * 60_000;
  return Math.floor(ms / msPerDay);
}

/** The day of an instant, as {@link dayOf} counts them. */
export function dayAt(instant: Date): number {
  return Math.floor(instant.getTime() / msPerDay);
}

/** A day as people write it in data: `2026-05-31`. */
export function isoDay(number: number): string {
  return new Date(number * msPerDay).toISOString().slice(0, 10);
}
