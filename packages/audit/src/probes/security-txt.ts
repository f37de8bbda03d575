import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import { type NoResponse, type SecurityTxt, siteFiles } from './probe-facts.ts';
import { contentTypeOf } from './prober.ts';

/** The file has a dozen short lines; of more, only the first are read. */
const readBytes = 16 * 1024;

/** Values of a field that are kept, and their characters. */
const limits = { values: 10, characters: 200 } as const;

/** The fields of RFC 9116, section 2.5, lower-case. */
const fields: ReadonlySet<string> = new Set([
  'acknowledgments',
  'canonical',
  'contact',
  'encryption',
  'expires',
  'hiring',
  'policy',
  'preferred-languages',
]);

/** Requests `/.well-known/security.txt` of a site. */
export async function probeSecurityTxt(
  context: Pick<ProbeContext, 'prober' | 'site' | 'robots' | 'userAgent' | 'cpu'>,
): Promise<SecurityTxt | NoResponse> {
  const url = new URL(siteFiles.securityTxt, context.site);
  const blocked = await blockedByRobots(context, url);
  if (blocked !== null) return blocked;
  const result = await context.prober.read(url, {
    accept: 'text/plain,*/*;q=0.8',
    cutAt: readBytes,
  });
  if (result.kind !== 'response') return result;
  const { status, headers, body } = result.fetched;
  return {
    kind: 'response',
    url: url.href,
    status,
    contentType: contentTypeOf(headers),
    ...fieldsOf(Buffer.from(body).toString('utf8')),
    cut: body.length >= readBytes,
  };
}

/** The fields in the lines of a security.txt; comments and signatures have none of these names. */
function fieldsOf(text: string): Pick<SecurityTxt, 'fields' | 'contacts' | 'expires'> {
  const contacts: string[] = [];
  const expires: string[] = [];
  let count = 0;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!fields.has(name)) continue;
    count++;
    const values = name === 'contact' ? contacts : name === 'expires' ? expires : null;
    if (values === null || values.length >= limits.values) continue;
    const value = line.slice(colon + 1).trim();
    values.push(value.slice(0, limits.characters).toWellFormed());
  }
  return { fields: count, contacts, expires };
}
