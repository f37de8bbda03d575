import type { AuditFacts } from '../../../audit-facts.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { headerEvidence, shortList, tagEvidence } from '../../../readings/evidence.ts';
import { parseLinkHeader } from '../../../readings/link-header.ts';
import { headerLines } from '../../../readings/response-headers.ts';
import { resolveUrl } from '../../../url/resolve-url.ts';
import { isWebUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/** Links that are read. */
const maxLinks = 25;

/**
 * The Markdown version that the page names for AI agents has a valid URL.
 *
 * @remarks That its URL must be valid is our conclusion.
 */
export const markdownVersion: Check = {
  id: 'markdown-version',
  category: 'seo',
  importance: 'info',
  title: 'The Markdown version of the page has a valid URL',
  advice:
    'Write the URL of the Markdown version into the link: <link rel="alternate" type="text/markdown" href="https://example.com/page.md">. The link is optional.',
  why: 'AI tools and others that look for the text version get an error if its URL is wrong.',
  source: 'https://llmstxt.org/',
  run: (facts): Outcome => {
    const found = markdownLinks(facts);
    if (found.length === 0) {
      return { status: 'na', summary: 'The page names no Markdown version of itself.' };
    }
    const { base } = facts.urls;
    const urls = found.map(({ href }) => resolveUrl(href, base.href)?.url ?? null);
    const invalid = found.filter(({ href }, index) => {
      const url = urls[index] ?? null;
      return href.trim() === '' || url === null || !isWebUrl(url);
    });
    const value = shortList(urls.flatMap((url) => url?.href ?? []));
    if (invalid.length > 0) {
      return {
        status: 'warn',
        summary: 'The link to the Markdown version of the page has no valid URL.',
        value,
        evidence: invalid.map(({ evidence }) => evidence),
      };
    }
    const evidence = found.map((link) => link.evidence);
    const summary = `The page names a Markdown version: ${value[0] ?? ''}.`;
    return { status: 'pass', summary, value, evidence };
  },
};

interface MarkdownLink {
  readonly href: string;
  readonly evidence: Evidence;
}

/** The links of the page and its headers to a Markdown version. */
function markdownLinks(facts: AuditFacts): readonly MarkdownLink[] {
  const isMarkdown = (type: string | null | undefined) => {
    return /^\s*text\/(?:x-)?markdown\s*(?:;|$)/i.test(type ?? '');
  };
  const tags = facts.page.links
    .filter(({ rel, type }) => rel.includes('alternate') && isMarkdown(type))
    .map((tag) => ({ href: tag.href ?? '', evidence: tagEvidence(tag) }));
  const headers = headerLines(facts, 'link').flatMap((line) =>
    parseLinkHeader(line)
      .filter(({ parameters }) => {
        const rel = parameters.get('rel')?.toLowerCase().split(/\s+/) ?? [];
        return rel.includes('alternate') && isMarkdown(parameters.get('type'));
      })
      .map(({ target }) => ({ href: target, evidence: headerEvidence('Link', line) })),
  );
  return [...tags, ...headers].slice(0, maxLinks);
}
