import type { MetaFact } from '../page/page-facts.ts';
import { parseUrl } from '../url/web-url.ts';
import { readImageHeader } from './image-header.ts';
import { type ProbeContext, refusalOf } from './probe-context.ts';
import type { ProbeFacts, SharedImage, Unanswered } from './probe-facts.ts';
import { contentTypeOf } from './prober.ts';

/** Bytes that are read: sizes stand at the start, behind what cameras write. */
const readBytes = 64 * 1024;

const names: ReadonlySet<string> = new Set(['og:image', 'og:image:url', 'og:image:secure_url']);

/** Reads the start of the image that the page is shown with where it is shared. */
export async function probeSharedImage(context: ProbeContext): Promise<ProbeFacts['sharedImage']> {
  const tag = context.page.metas.find(isImageMeta);
  if (tag === undefined) return null;
  const href = tag.content?.trim() ?? '';
  const url = parseUrl(href, context.urls.base.href);
  if (url === null) return { tag, probe: { kind: 'not_asked', url: href, reason: 'url_invalid' } };
  return { tag, probe: await ask(context, url) };
}

async function ask(context: ProbeContext, url: URL): Promise<SharedImage | Unanswered> {
  const refusal = await refusalOf(context, url);
  if (refusal !== null) return refusal;
  const asked = await context.prober.read(url, { accept: 'image/*,*/*;q=0.8', cutAt: readBytes });
  if (asked.kind !== 'answered') return asked;
  const { finalUrl, status, headers, body } = asked.fetched;
  const contentType = contentTypeOf(headers);
  const { format, size } = readImageHeader(body);
  return { kind: 'answered', url: url.href, finalUrl, status, contentType, format, size };
}

/** Open Graph has `property`, and those who read it take `name` as well. */
function isImageMeta({ property, name, content }: MetaFact): boolean {
  const key = (property ?? name ?? '').trim().toLowerCase();
  return names.has(key) && (content ?? '').trim() !== '';
}
