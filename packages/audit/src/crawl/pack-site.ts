import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { type RobotsTxt, readRules } from '../fetch/robots/robots-txt.ts';
import { noLastmods } from '../fetch/sitemap/collect-lastmods.ts';
import type { SitemapVersion, SiteSitemaps } from '../fetch/sitemap/sitemap-facts.ts';
import { type CpuAccount, openCpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import { notRequested } from '../probes/probe-verdicts.ts';
import type { SiteFacts } from '../report/site-facts.ts';
import type { OpenedSite } from './open-site.ts';

/** The first byte. It changes with the form of what follows. */
const version = 1;

/**
 * The most bytes of a site when unpacked: twice what its parts have at most (sitemaps 4,050,000 characters, and
 * 4,350,000 of language versions, robots.txt 500 KB, and the results of a few requests).
 */
const maxBytes = 24 * 1024 * 1024;

/** Milliseconds of work in one slice. */
const sliceMs = 5;

/** A site as JSON: without robots.txt and listed pages, which would take too long to parse at once. */
interface PackedSite extends Omit<OpenedSite, 'siteFacts'> {
  readonly siteFacts: Omit<SiteFacts, 'robots' | 'sitemaps'> & {
    readonly robots: RobotsTxt | Omit<Extract<RobotsTxt, { kind: 'found' }>, 'rules'>;
    readonly sitemaps: Omit<
      SiteSitemaps,
      'listed' | 'pageLastmods' | 'lastmods' | 'versions' | 'hasAllVersions'
    > &
      Partial<Pick<SiteSitemaps, 'lastmods' | 'hasAllVersions'>>;
  };
}

/**
 * Packs what is known of a site, so that the workers of a crawl share it: about a kilobyte, and 10 bytes for each
 * page in the sitemaps. Compresses on another thread.
 */
export async function packSite(site: OpenedSite): Promise<Uint8Array> {
  const { robots, sitemaps, ...siteFacts } = site.siteFacts;
  const { listed, pageLastmods, versions, ...otherSitemaps } = sitemaps;
  const sets = [...new Set(versions.values())];
  const numbers = new Map(sets.map((set, number) => [set, number]));
  const { rules, ...otherRobots } =
    robots.kind === 'found' ? robots : { ...robots, rules: undefined };
  const packed = {
    ...site,
    siteFacts: { ...siteFacts, robots: otherRobots, sitemaps: otherSitemaps },
  };
  const parts = [
    Buffer.from(JSON.stringify(packed)),
    rules?.source ?? new Uint8Array(),
    // URLs contain no line break.
    Buffer.from([...listed].join('\n')),
    // The date of each of them, or an empty line.
    Buffer.from([...listed].map((url) => pageLastmods.get(url) ?? '').join('\n')),
    // The versions in other languages, and the number of those of each page, or an empty line.
    Buffer.from(sets.map((set) => JSON.stringify(set)).join('\n')),
    Buffer.from([...listed].map((url) => numbers.get(versions.get(url) ?? [])).join('\n')),
  ];
  const deflated = await promisify(deflate)(Buffer.concat(parts.flatMap(withLength)));
  return Buffer.concat([Uint8Array.of(version), deflated]);
}

function withLength(part: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return [length, part];
}

/** What sites lack that were packed by an earlier version: crawls that run during a deployment have them. */
function addedLater(url: string): Pick<SiteFacts, 'securityTxt'> {
  return { securityTxt: { kind: 'skipped', url, reason: notRequested } };
}

/**
 * The reverse of {@link packSite}, in slices.
 *
 * @throws SitegradeError `internal` if the bytes are damaged, or of another version.
 */
export async function unpackSite(bytes: Uint8Array): Promise<OpenedSite> {
  const cpu = openCpuAccount();
  try {
    if (bytes[0] !== version) throw new Error(`The version is ${bytes[0]}, not ${version}.`);
    const inflated = await promisify(inflate)(bytes.subarray(1), { maxOutputLength: maxBytes });
    const [json, source, listed, dates, ...versions] = partsOf(inflated);
    const { siteFacts, ...site } = JSON.parse(json.toString()) as PackedSite;
    const { robots, sitemaps, ...otherFacts } = siteFacts;
    return {
      ...site,
      siteFacts: {
        ...addedLater(otherFacts.origin),
        ...otherFacts,
        robots:
          robots.kind === 'found'
            ? { ...robots, rules: await readRules(Uint8Array.from(source), cpu) }
            : robots,
        sitemaps: {
          lastmods: noLastmods,
          // Sites that were packed before they were read may have some.
          hasAllVersions: false,
          ...sitemaps,
          ...(await listedPagesOf([listed, dates, ...versions].map(String), cpu)),
        },
      },
    };
  } catch (cause) {
    const message = 'What was stored about the site of a crawl is damaged, or of another version.';
    throw new SitegradeError('internal', message, { cause });
  }
}

/** Sites that were packed before the dates of sitemaps were collected have three parts, and those before versions four. */
function partsOf(bytes: Buffer): readonly [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer] {
  let at = 0;
  const next = () => {
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Error('A part is longer than all bytes.');
    const part = bytes.subarray(at + 4, end);
    at = end;
    return part;
  };
  const nextIfAny = () => (at < bytes.length ? next() : Buffer.alloc(0));
  return [next(), next(), next(), nextIfAny(), nextIfAny(), nextIfAny()];
}

type ListedPages = Pick<SiteSitemaps, 'listed' | 'pageLastmods' | 'versions'>;

async function listedPagesOf(
  [urls = '', dates = '', sets = '', numbers = '']: readonly string[],
  cpu: CpuAccount,
): Promise<ListedPages> {
  const slices = takeSlices(sliceMs, cpu);
  const listed = new Set<string>();
  const pageLastmods = new Map<string, string>();
  const versions = new Map<string, readonly SitemapVersion[]>();
  const known: (readonly SitemapVersion[])[] = [];
  for (const set of linesOf(sets)) {
    if (slices.isOver()) await slices.next();
    known.push(JSON.parse(set));
  }
  const nextDate = linesOf(dates);
  const nextNumber = linesOf(numbers);
  for (const url of linesOf(urls)) {
    if (slices.isOver()) await slices.next();
    listed.add(url);
    const { value: date } = nextDate.next();
    if (date) pageLastmods.set(url, date);
    const { value: number } = nextNumber.next();
    const named = number ? known[Number(number)] : undefined;
    if (named !== undefined) versions.set(url, named);
  }
  return { listed, pageLastmods, versions };
}

function* linesOf(text: string): Generator<string, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    start = end < 0 ? text.length : end + 1;
  }
}
