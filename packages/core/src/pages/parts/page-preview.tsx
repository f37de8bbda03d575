import type { VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';

/** The page as a search result and as a card in a social network: texts and layout only. */
export function PagePreview({ report }: { readonly report: PageAnalysis }): VNode | null {
  const { searchResult, socialCard } = report.page;
  if (searchResult === null || socialCard === null) return null;
  return (
    <section class="previews details-only" aria-labelledby="preview">
      <h2 id="preview">{text.report.preview}</h2>
      <figure class="search-result">
        <figcaption>{text.report.searchResult}</figcaption>
        <p class="result-url">
          <PageText>{searchResult.url}</PageText>
        </p>
        <p class="result-title">
          <PageText>{searchResult.title}</PageText>
        </p>
        <p class="result-text">
          {searchResult.description === null ? (
            <em>{text.report.noDescription}</em>
          ) : (
            <PageText>{searchResult.description}</PageText>
          )}
        </p>
      </figure>
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
    </section>
  );
}
