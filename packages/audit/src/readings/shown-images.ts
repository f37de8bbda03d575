import type { AuditFacts } from '../audit-facts.ts';
import type { RenderedRequest, ShownImage } from '../render/renderer.ts';
import { layoutOf } from './layout-of.ts';
import { renderedOf } from './rendered-page.ts';

/** A picture of pixels that the page shows, and the request that received it. */
interface ReceivedImage {
  readonly image: ShownImage;
  readonly request: RenderedRequest;
}

/**
 * The images of {@link ShownImage} whose file is known to consist of pixels. Drawings such as SVG have no size of their
 * own; what a file is that was redirected or not recorded is not known.
 */
export function receivedImagesOf(facts: AuditFacts): readonly ReceivedImage[] {
  const requests = new Map<string, RenderedRequest>();
  for (const request of renderedOf(facts)?.requests ?? []) {
    const { url, bytes } = request;
    // A file that is used again comes from the cache, and has no bytes there.
    if (bytes >= (requests.get(url)?.bytes ?? 0)) requests.set(url, request);
  }
  return (layoutOf(facts)?.images.unlike ?? []).flatMap((image) => {
    const request = requests.get(image.url.replace(/#.*$/s, ''));
    return request !== undefined && isOfPixels(request) ? [{ image, request }] : [];
  });
}

function isOfPixels({ status, mimeType }: RenderedRequest): boolean {
  return status === 200 && mimeType !== null && /^image\/(?!svg)/.test(mimeType);
}
