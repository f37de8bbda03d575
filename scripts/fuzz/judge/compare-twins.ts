import type { Reply } from '../wire/parse-reply.ts';

/** Headers that belong to the framework and the connection, and not to the answer. */
const ofServer: ReadonlySet<string> = new Set([
  'connection',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** How long something took. */
const ofTime: ReadonlySet<string> = new Set(['time_to_first_byte_ms', 'fetch_ms', 'ms']);
const tellsTime = /"(?:time_to_first_byte_ms|fetch_ms|ms)":/;

/** What two servers answered differently to the same request, a line each. */
export function compareTwins(one: Reply, other: Reply): readonly string[] {
  const differences: string[] = [];
  if (one.status !== other.status) {
    differences.push(`one answers ${one.status}, the other ${other.status}`);
  }
  // The tag and the length of a report follow from how long its page took.
  const isVague = tellsTime.test(one.text) || one.text === '';
  const vague: ReadonlySet<string> = new Set(isVague ? ['etag', 'content-length'] : []);
  for (const name of new Set([...one.headers.keys(), ...other.headers.keys()])) {
    if (ofServer.has(name)) continue;
    const [mine, theirs] = [one.headers.get(name), other.headers.get(name)];
    const alike = vague.has(name) ? (mine === null) === (theirs === null) : mine === theirs;
    if (!alike) differences.push(`${name} is ${mine} on one, ${theirs} on the other`);
  }
  const [mine, theirs] = [withoutTimes(one.text), withoutTimes(other.text)];
  if (mine !== theirs) differences.push(`the bodies differ: ${whereTheyDiffer(mine, theirs)}`);
  return differences;
}

function withoutTimes(text: string): string {
  if (!tellsTime.test(text)) return text;
  return JSON.stringify(JSON.parse(text), (name, value) => (ofTime.has(name) ? 0 : value));
}

function whereTheyDiffer(mine: string, theirs: string): string {
  let at = 0;
  while (mine[at] === theirs[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `${part(mine)} / ${part(theirs)}`;
}
