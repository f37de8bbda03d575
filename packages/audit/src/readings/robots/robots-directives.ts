/** One directive of a robots meta tag or an X-Robots-Tag header, lower-case. */
export interface RobotsDirective {
  readonly name: string;
  /** The part after the colon; `null` if there is none. */
  readonly value: string | null;
}

/** An X-Robots-Tag directive with the crawler it is for; `null` is every crawler. */
interface ScopedDirective extends RobotsDirective {
  readonly agent: string | null;
}

/**
 * Directives whose own syntax has a colon, so that `max-snippet: 0` is not read as a directive for
 * a crawler called max-snippet.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
const directivesWithValue: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
]);

/** Parses the comma-separated directives of a robots meta tag. */
export function parseRobotsDirectives(content: string): readonly RobotsDirective[] {
  return splitDirectives(content).map(toDirective);
}

/**
 * Parses the directives of one X-Robots-Tag header line. In `googlebot: noindex, nofollow`, both
 * directives apply to Googlebot only, as do later ones until another crawler is named.
 */
export function parseRobotsHeader(line: string): readonly ScopedDirective[] {
  let agent: string | null = null;
  const directives: ScopedDirective[] = [];
  for (const part of splitDirectives(line)) {
    const directive = toDirective(part);
    if (directive.value === null || directivesWithValue.has(directive.name)) {
      directives.push({ ...directive, agent });
      continue;
    }
    agent = directive.name === '*' ? null : directive.name;
    if (directive.value !== '') directives.push({ ...toDirective(directive.value), agent });
  }
  return directives;
}

/** Whether a directive keeps the page out of the index at that time. */
export function blocksIndexing({ name, value }: RobotsDirective, now: Date): boolean {
  if (name === 'noindex' || name === 'none') return true;
  if (name !== 'unavailable_after' || value === null) return false;
  const date = parseDate(value);
  return date !== null && date <= now.getTime();
}

/** Whether a directive keeps crawlers from following the links of the page. */
export function blocksLinks({ name }: RobotsDirective): boolean {
  return name === 'nofollow' || name === 'none';
}

/** Whether a directive looks like several directives without commas, one of them noindex. */
export function mayMeanNoindex({ name }: RobotsDirective): boolean {
  return /[\s;|]/.test(name) && /(?:^|[\s;|])(?:noindex|none)(?:$|[\s;|])/.test(name);
}

/** Whether a directive is several ones between which another sign stands for the comma, such as “，”. */
export function hasOtherComma(directive: RobotsDirective): boolean {
  return /[，、،﹐﹑､；]/.test(directiveText(directive));
}

/** Whether a directive ends the index entry of a page at an invalid date: Google ignores it then. */
export function hasUnreadableDate({ name, value }: RobotsDirective): boolean {
  return name === 'unavailable_after' && parseDate(value ?? '') === null;
}

/** Directives that allow indexing, but limit what is shown or followed. */
const limiting: ReadonlySet<string> = new Set([
  'nofollow',
  'nosnippet',
  'noarchive',
  'noimageindex',
  'notranslate',
]);

/** Whether a directive limits what search engines show of a page, or follow. */
export function restricts({ name, value }: RobotsDirective): boolean {
  if (limiting.has(name) || name === 'unavailable_after') return true;
  if (name === 'max-image-preview') return value === 'none';
  return (name === 'max-snippet' || name === 'max-video-preview') && value === '0';
}

/** The directive as it is written in a tag or header. */
export function directiveText({ name, value }: RobotsDirective): string {
  return value === null ? name : `${name}: ${value}`;
}

function toDirective(part: string): RobotsDirective {
  const colon = part.indexOf(':');
  if (colon < 0) return { name: part, value: null };
  return { name: part.slice(0, colon).trim(), value: part.slice(colon + 1).trim() };
}

function splitDirectives(content: string): string[] {
  const parts: string[] = [];
  for (const part of content.toLowerCase().split(',')) {
    const previous = parts.at(-1);
    // RFC 850 dates have a comma after the weekday.
    if (previous !== undefined && endsInWeekday(previous)) {
      parts[parts.length - 1] = `${previous}, ${part.trim()}`;
    } else {
      parts.push(part.trim());
    }
  }
  return parts.filter((part) => part !== '');
}

function endsInWeekday(text: string): boolean {
  return /(?:^|: ?)unavailable_after ?: ?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/.test(
    text,
  );
}

/** Time zones that every JavaScript engine parses, and offsets after a time of day. */
const knownZone = /(?:\d ?z|\b(?:gmt|utc?|[ecmp][sd]t)|:\d{2}(?:\.\d+)? ?[+-]\d{2}:?\d{2})$/;

/** Any other time zone, by name. */
const otherZone = /(?<=\d) (?!am$|pm$)[a-z]{2,5}$/;

/**
 * The time of a date in any of the formats that Google documents (RFC 822, RFC 850, ISO 8601). Dates
 * without a time zone, or with an unknown one, are read as UTC, so that the report does not depend on
 * the local time zone.
 */
function parseDate(text: string): number | null {
  const spaced = text.replace(/^(\d{4}-\d{2}-\d{2})t/, '$1 ');
  const zoned = knownZone.test(spaced) ? spaced : `${spaced.replace(otherZone, '')} UTC`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
}
