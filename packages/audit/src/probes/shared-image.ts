import type { MetaFact } from '../page/page-facts.ts';
import { parseUrl } from '../url/web-url.ts';
import { readImageHeader } from './image-header.ts';
import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import type { NoResponse, ProbeFacts, SharedImage } from './probe-facts.ts';
import { contentTypeOf } from './prober.ts';

/** Only the first bytes are read: the size is at the start, after metadata of cameras. */
const readBytes = 64 * 1024;

const imageNames: ReadonlySet<string> = new Set([
  'og:image',
  'og:image:url',
  'og:image:secure_url',
]);

/** Requests the image for link previews of the page, and reads its first bytes. */
export async function probeSharedImage(context: ProbeContext): Promise<ProbeFacts['sharedImage']> {
  const tag = context.page.metas.find(isImageMeta);
  if (tag === undefined) return null;
  const href = tag.content?.trim() ?? '';
  const url = parseUrl(href, context.urls.base.href);
  if (url === null) return { tag, probe: { kind: 'skipped', url: href, reason: 'url_invalid' } };
  const probe = await context.prober.share(`image ${url.href}`, () => request(context, url));
  return { tag, probe };
}

async function request(context: ProbeContext, url: URL): Promise<SharedImage | NoResponse> {
  const blocked = await blockedByRobots(context, url);
  if (blocked !== null) return blocked;
  const result = await context.prober.read(url, { accept: 'image/*,*/*;q=0.8', cutAt: readBytes });
  if (result.kind !== 'response') return result;
  const { finalUrl, status, headers, body } = result.fetched;
  const contentType = contentTypeOf(headers);
  const { format, size } = readImageHeader(body);
  return { kind: 'response', url: url.href, finalUrl, status, contentType, format, size };
}

/** Open Graph uses `property`; link previews accept `name` as well. */
function isImageMeta({ property, name, content }: MetaFact): boolean {
  const key = (property ?? name ?? '').trim().toLowerCase();
  return imageNames.has(key) && (content ?? '').trim() !== '';
}
