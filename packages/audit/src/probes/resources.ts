import type { Fetched } from '../fetch/fetched.ts';
import { storedText } from '../fetch/stored-text.ts';
import { isRunAsScript } from '../readings/media-type.ts';
import type { PageResource } from '../readings/page-urls.ts';
import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import type { ProbeFacts, ResourceProbe, ResourceResponse } from './probe-facts.ts';
import { contentLengthOf, contentTypeOf } from './prober.ts';
import { belongsTo, distinctUrls, spread, withoutFragment } from './sample.ts';

/** Only a sample of the scripts and style sheets is requested. */
const maxRequested = 4;

/** Only the first bytes of each are read: enough to detect minification. */
const readBytes = 256 * 1024;

type File = Extract<PageResource, { readonly kind: 'script' | 'stylesheet' }>;

/** Requests a sample of the page's scripts and style sheets, those of its own site first. */
export async function probeResources(context: ProbeContext): Promise<ProbeFacts['resources']> {
  const { urls, prober, site } = context;
  const files = await distinctUrls(urls.resources.filter(isFile), hrefOf, [site], context.cpu);
  const isOwn = ({ url }: File) => belongsTo(site, url);
  const ownFiles = spread(files.filter(isOwn), maxRequested);
  const others = spread(
    files.filter((file) => !isOwn(file)),
    maxRequested - ownFiles.length,
  );

  const request = async (file: File): Promise<ResourceProbe> => {
    const url = withoutFragment(file.url);
    const base = { tag: file.tag, type: file.kind, own: isOwn(file) };
    const blocked = await blockedByRobots(context, url);
    if (blocked !== null) return { ...base, probe: blocked };
    const probe = await prober.share(`file ${url.href}`, async () => {
      const result = await prober.read(url, { accept: '*/*', cutAt: readBytes });
      return result.kind === 'response' ? responseOf(url, result.fetched) : result;
    });
    return { ...base, probe };
  };
  return { total: files.length, sample: await Promise.all([...ownFiles, ...others].map(request)) };
}

/** Scripts and style sheets that browsers load. */
export function isFile(resource: PageResource): resource is File {
  if (resource.kind === 'script') return isRunAsScript(resource.tag.type);
  return resource.kind === 'stylesheet' && !resource.tag.disabled;
}

/** The URL of a file as written. */
export function hrefOf({ kind, tag }: File): string | null {
  return kind === 'script' ? tag.src : tag.href;
}

function responseOf(url: URL, fetched: Fetched): ResourceResponse {
  const { finalUrl, status, headers, body, transferBytes } = fetched;
  const header = (name: string) => {
    const value = headers.get(name)?.join(', ');
    return value === undefined ? null : storedText(value);
  };
  return {
    kind: 'response',
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
    transferBytes: Math.max(transferBytes, contentLengthOf(headers) ?? 0),
    bytes: body.length,
    spaces: spacesIn(body),
    complete: body.length < readBytes,
  };
}

/** Counts spaces, tabs and line breaks, which are the same bytes in all common encodings. */
function spacesIn(bytes: Uint8Array): number {
  let spaces = 0;
  for (const byte of bytes) {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) spaces++;
  }
  return spaces;
}
