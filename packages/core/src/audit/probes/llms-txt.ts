import { type ProbeContext, refusalOf } from './probe-context.ts';
import type { LlmsTxt, Unanswered } from './probe-facts.ts';
import { contentTypeOf } from './prober.ts';

/** Bytes that are read: its heading is at the top, and links follow. */
const readBytes = 64 * 1024;

/** Bounded, and never across another bracket, so that a file full of brackets is read in one pass. */
const link = /\[[^[\]]{1,300}\]\([^\s()]{1,2000}/;

/** Reads a site's `/llms.txt`. */
export async function probeLlmsTxt(context: ProbeContext): Promise<LlmsTxt | Unanswered> {
  const url = new URL('/llms.txt', context.site);
  const refusal = await refusalOf(context, url);
  if (refusal !== null) return refusal;
  const asked = await context.prober.read(url, {
    accept: 'text/markdown,text/plain,*/*;q=0.8',
    cutAt: readBytes,
  });
  if (asked.kind !== 'answered') return asked;
  const { status, headers, body } = asked.fetched;
  const text = Buffer.from(body).toString('utf8').trim();
  return {
    kind: 'answered',
    url: url.href,
    status,
    contentType: contentTypeOf(headers),
    length: text.length,
    hasHeading: text.split(/[\r\n]/).some((line) => /^[ \t\ufeff]{0,3}#[ \t]+\S/.test(line)),
    hasLink: link.test(text),
  };
}
