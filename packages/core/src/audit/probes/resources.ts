import type { Fetched } from '../fetch/fetched.ts';
import type { PageResource } from '../readings/page-urls.ts';
import { type ProbeContext, refusalOf } from './probe-context.ts';
import type { ProbeFacts, ResourceAnswer, ResourceProbe } from './probe-facts.ts';
import { announcedBytes, contentTypeOf } from './prober.ts';
import { namedUrls, spread, withoutFragment } from './sample.ts';

/** Scripts and style sheets that are asked for. */
const most = 4;

/** Bytes that are read of each: enough to see how it is written. */
const readBytes = 256 * 1024;

type File = Extract<PageResource, { readonly kind: 'script' | 'stylesheet' }>;

/** Fetches some of the page's scripts and style sheets; those of other sites where it has few. */
export async function probeResources(context: ProbeContext): Promise<ProbeFacts['resources']> {
  const { urls, prober, site } = context;
  const named = await namedUrls(urls.resources.filter(isFile), hrefOf, [site], context.cpu);
  const isOwn = ({ url }: File) => belongsTo(site, url);
  const own = spread(named.filter(isOwn), most);
  const others = spread(
    named.filter((one) => !isOwn(one)),
    most - own.length,
  );

  const ask = async (file: File): Promise<ResourceProbe> => {
    const url = withoutFragment(file.url);
    const about = { tag: file.tag, type: file.kind, own: isOwn(file) };
    const refusal = await refusalOf(context, url);
    if (refusal !== null) return { ...about, probe: refusal };
    const asked = await prober.read(url, { accept: '*/*', cutAt: readBytes });
    if (asked.kind !== 'answered') return { ...about, probe: asked };
    return { ...about, probe: answerOf(url, asked.fetched) };
  };
  return { total: named.length, sample: await Promise.all([...own, ...others].map(ask)) };
}

function isFile(resource: PageResource): resource is File {
  return resource.kind === 'script' || (resource.kind === 'stylesheet' && !resource.tag.disabled);
}

function hrefOf({ kind, tag }: File): string | null {
  return kind === 'script' ? tag.src : tag.href;
}

/** Whether a URL is on a page's host, apart from `www.`, or on one below it. */
function belongsTo(site: URL, url: URL): boolean {
  const host = site.hostname.replace(/^www\./, '');
  return url.hostname === host || url.hostname.endsWith(`.${host}`);
}

function answerOf(url: URL, fetched: Fetched): ResourceAnswer {
  const { finalUrl, status, headers, body, transferBytes } = fetched;
  const header = (name: string) => {
    const value = headers.get(name)?.join(', ');
    return value === undefined ? null : value.slice(0, 300).toWellFormed();
  };
  return {
    kind: 'answered',
    url: url.href,
    finalUrl,
    status,
    contentType: contentTypeOf(headers),
    cacheControl: header('cache-control'),
    expires: header('expires'),
    date: header('date'),
    etag: header('etag'),
    lastModified: header('last-modified'),
    contentEncoding: header('content-encoding'),
    transferBytes: Math.max(transferBytes, announcedBytes(headers) ?? 0),
    bytes: body.length,
    spaces: spacesIn(body),
    complete: body.length < readBytes,
  };
}

/** Spaces, tabs and line ends: the same bytes in every encoding that scripts come in. */
function spacesIn(bytes: Uint8Array): number {
  let spaces = 0;
  for (const byte of bytes) {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) spaces++;
  }
  return spaces;
}
