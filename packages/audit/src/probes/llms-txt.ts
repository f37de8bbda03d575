import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import { type LlmsTxt, type NoResponse, siteFiles } from './probe-facts.ts';
import { contentTypeOf } from './prober.ts';

/** Only the first bytes are read: the heading is at the top, and links follow. */
const readBytes = 64 * 1024;

/** Matches no nested brackets and has limits, so that it takes linear time. */
const link = /\[[^[\]]{1,300}\]\([^\s()]{1,2000}/;

/** Requests `/llms.txt` of a site. */
export async function probeLlmsTxt(
  context: Pick<ProbeContext, 'prober' | 'site' | 'robots' | 'userAgent' | 'cpu'>,
): Promise<LlmsTxt | NoResponse> {
  const url = new URL(siteFiles.llmsTxt, context.site);
  const blocked = await blockedByRobots(context, url);
  if (blocked !== null) return blocked;
  const result = await context.prober.read(url, {
    accept: 'text/markdown,text/plain,*/*;q=0.8',
    cutAt: readBytes,
  });
  if (result.kind !== 'response') return result;
  const { status, headers, body } = result.fetched;
  const text = Buffer.from(body).toString('utf8').trim();
  return {
    kind: 'response',
    url: url.href,
    status,
    contentType: contentTypeOf(headers),
    length: text.length,
    hasHeading: text.split(/[\r\n]/).some((line) => /^[ \t\ufeff]{0,3}#[ \t]+\S/.test(line)),
    hasLink: link.test(text),
  };
}
