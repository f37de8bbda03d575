import type { AuditFacts } from '../audit-facts.ts';
import { accessibleNameOf } from './accessible-name.ts';
import type { PageLink } from './page-urls.ts';

/** A link to a page and what screen readers announce it as. */
interface LinkText {
  readonly tag: PageLink['tag'];
  readonly text: string;
}

/** The links to pages that are not hidden and have a text. */
export function linkTextsOf({
  page,
  urls,
}: Pick<AuditFacts, 'page' | 'urls'>): readonly LinkText[] {
  return urls.links
    .filter(({ tag, kind }) => tag.hidden === 'no' && (kind === 'internal' || kind === 'external'))
    .map(({ tag }) => ({ tag, text: accessibleNameOf(tag, page.labels) }))
    .filter(({ text }) => text !== '');
}
