import type { ComponentChildren, VNode } from 'preact';
import type { Website } from '../../store/website.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { FilterLinks } from '../parts/filter-links.tsx';

/** The pages of a website, in the order of their links. */
const tabs = ['overview', 'issues', 'accepted', 'settings'] as const;

/** The top of each page of a website: its name, and links to the others. */
export function WebsiteHeader({
  website: { id, domain, score },
  links,
  current,
  children,
}: {
  readonly website: Pick<Website, 'id' | 'domain' | 'score'>;
  readonly links: Links;
  readonly current: (typeof tabs)[number];
  /** Below the links. */
  readonly children?: ComponentChildren;
}): VNode {
  const path = links.website(id);
  // Without a score, nothing was looked at.
  const shown = tabs.filter((name) => name !== 'issues' || score !== null);
  const hrefs = {
    overview: path,
    issues: `${path}/issues`,
    accepted: `${path}/accepted`,
    settings: links.websiteSettings(id),
  };
  return (
    <header class="report-head">
      <p class="kind">{text.website.kind}</p>
      <h1>
        <PageText>{domain}</PageText>
      </h1>
      <FilterLinks
        areViews
        label={text.console.pagesOfWebsite}
        values={shown}
        current={current}
        href={(name) => hrefs[name]}
        name={(name) => text.console.tabs[name]}
      />
      {children}
    </header>
  );
}
