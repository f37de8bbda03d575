import type { VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';

/** The page as a search result on a desk and on a phone, and as a card in a social network: texts and layout only. */
export function PagePreview({
  report,
  path,
}: {
  readonly report: PageAnalysis;
  /** The page with all checks; empty if this one has them. */
  readonly path: string;
}): VNode | null {
  const { searchResult, socialCard } = report.page;
  if (searchResult === null || socialCard === null) return null;
  const picture = report.checks['og-image-fetch'];
  return (
    <section class="previews details-only" aria-labelledby="preview">
      <h2 id="preview">{text.report.preview}</h2>
      <SearchResultView report={report} />
      <SearchResultView report={report} isOnPhone />
      <p class="soft small">{text.report.mayDiffer}</p>
      <figure class="social-card">
        <figcaption>{text.report.socialCard}</figcaption>
        <div class="picture">
          {socialCard.hasImage ? text.report.picture : text.report.noPicture}
        </div>
        <p class="card-site">
          <PageText>{socialCard.site}</PageText>
        </p>
        <p class="card-title">
          <PageText>{socialCard.title}</PageText>
        </p>
        {socialCard.description !== null && (
          <p class="card-text">
            <PageText>{socialCard.description}</PageText>
          </p>
        )}
      </figure>
      {socialCard.hasImage && picture && (
        <p class="small">
          <a href={`${path}#check-og-image-fetch`}>
            <PageText>{picture.summary}</PageText>
          </a>
        </p>
      )}
    </section>
  );
}

/** The page as a search result: cut as on a desk, or in the lines of a phone. Nothing if it has none. */
export function SearchResultView({
  report: { page, title },
  isOnPhone = false,
}: {
  readonly report: Pick<PageAnalysis, 'page' | 'title'>;
  readonly isOnPhone?: boolean;
}): VNode | null {
  const { searchResult } = page;
  if (searchResult === null) return null;
  // A phone has room for more of the title, in two lines.
  const shownTitle = isOnPhone ? (title ?? searchResult.title) : searchResult.title;
  return (
    <figure class={isOnPhone ? 'search-result phone' : 'search-result'}>
      <figcaption>{isOnPhone ? text.report.onPhone : text.report.searchResult}</figcaption>
      <p class="result-url">
        <PageText>{searchResult.url}</PageText>
      </p>
      <p class="result-title">
        <PageText>{shownTitle}</PageText>
      </p>
      <p class="result-text">
        {searchResult.description === null ? (
          <em>{text.report.noDescription}</em>
        ) : (
          <PageText>{searchResult.description}</PageText>
        )}
      </p>
    </figure>
  );
}
