import { fileFaults } from '../../../fetch/sitemap/collect-sitemap.ts';
import type { SitemapFault, SitemapProblem } from '../../../fetch/sitemap/sitemap-facts.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Descriptions of the faults. */
const faults: Readonly<Record<SitemapFault, string>> = {
  not_well_formed: 'is not well-formed XML',
  ampersand: 'has an & that is not written as &amp;',
  not_a_sitemap: 'is not a sitemap',
  namespace: 'is not in the namespace http://www.sitemaps.org/schemas/sitemap/0.9',
  damaged: 'is a damaged compressed file',
  too_large: 'is larger than 50 MB uncompressed',
  too_many: 'has more than 50,000 entries',
  nested_index: 'is a sitemap index listed by another index',
  encoding: 'declares an encoding other than UTF-8',
  empty: 'has no entries',
  missing: 'is listed by an index but does not exist',
  no_location: 'has an entry without a URL',
  not_absolute: 'has an entry that is not an absolute URL (https://…)',
  too_long: 'has an entry of more than 2,047 characters',
  other_host: 'has an entry on another host',
  changefreq:
    'has a <changefreq> other than always, hourly, daily, weekly, monthly, yearly and never',
  priority: 'has a <priority> that is not a number from 0.0 to 1.0',
  plain_http: 'has an http:// URL, although the site uses https://',
};

/** The sitemaps of the site follow the protocol, as far as they were read. */
export const sitemapValid: Check = {
  id: 'sitemap-valid',
  category: 'seo',
  importance: 'low',
  family: 'sitemap',
  title: 'The sitemap is valid',
  advice:
    'Fix the quoted entries. A sitemap lists absolute URLs (https://…) on its own host; one file holds at most 50,000 URLs and 50 MB. A larger site needs a sitemap index that lists several files.',
  why: 'Search engines may skip entries or files that they cannot read, and find the pages listed there later or not at all.',
  source: 'https://www.sitemaps.org/protocol.html',
  about: 'site',
  isAtRoot: true,
  run: ({ sitemap }): Outcome => {
    if (sitemap.kind === 'none') return { status: 'na', summary: 'The site has no sitemap.' };
    const { problems, problemCount, files } = sitemap;
    const value = { files: files.length, urls: sitemap.urls, problems: problemCount };
    const worstFirst = [
      ...problems.filter(({ fault }) => fileFaults.has(fault)),
      ...problems.filter(({ fault }) => !fileFaults.has(fault)),
    ];
    const [worst] = worstFirst;
    if (worst !== undefined) {
      const more = problemCount - 1;
      const rest =
        more <= 0
          ? ''
          : more === 1
            ? ' There is 1 more problem.'
            : ` There are ${more} more problems.`;
      return {
        status: fileFaults.has(worst.fault) ? 'fail' : 'warn',
        summary: `A sitemap ${faults[worst.fault]}.${rest}`,
        value,
        sampled: sitemap.unread > 0,
        evidence: worstFirst.map(problemEvidence),
      };
    }
    const read = files.filter(({ state }) => state === 'read');
    if (read.length === 0) {
      return { status: 'error', summary: 'The sitemap could not be read completely.', value };
    }
    const rest =
      sitemap.unread > 0
        ? ` ${sitemap.unread} more ${sitemap.unread === 1 ? 'was' : 'were'} not read.`
        : '';
    return {
      status: 'pass',
      summary: `${read.length} sitemap ${read.length === 1 ? 'file was' : 'files were'} read without errors.${rest}`,
      value,
      sampled: sitemap.unread > 0,
    };
  },
};

function problemEvidence({ file, line, text }: SitemapProblem): Evidence {
  const evidence = urlEvidence(text === '' ? file : `${file}: ${text}`);
  return line === null ? evidence : { ...evidence, line };
}
