import type { FetchedPage } from './fetch/fetched.ts';
import type { RobotsTxt } from './fetch/robots/robots-txt.ts';
import type { SitemapFacts } from './fetch/sitemap/sitemap-facts.ts';
import type { FieldDataSummary } from './field-data/field-data.ts';
import type { PageFacts } from './page/page-facts.ts';
import type { ProbeFacts } from './probes/probe-facts.ts';
import type { PageUrls } from './readings/page-urls.ts';
import type { RenderedPage, RenderFailure } from './render/renderer.ts';
import type { SpeedSummary } from './render/speed.ts';

/** Everything that a check reads. Checks get neither the HTML nor access to the network. */
export interface AuditFacts {
  /** The page as the server sent it, or as scripts built it: see `Check.reads`. */
  readonly page: PageFacts;
  /** The links and resources of the page, with resolved URLs. */
  readonly urls: PageUrls;
  readonly response: FetchedPage;
  readonly robots: RobotsTxt;
  readonly sitemap: SitemapFacts;
  readonly probes: ProbeFacts;
  /** What came of rendering the page in a browser; `null` if it was not rendered. */
  readonly rendering: RenderingFacts | null;
  /** How fast the page was loaded in a browser; `null` if that was not measured. */
  readonly speed: SpeedSummary | null;
  /** What real visitors had; `null` if no source was asked, as in crawls. */
  readonly fieldData: FieldDataSummary | null;
  /** The time of the analysis. Checks use it instead of the clock, so that the same facts give the same report. */
  readonly now: Date;
}

/** A page in one form: as the server sent it, or as its scripts built it. */
export interface PageForm {
  readonly page: PageFacts;
  /** Its links and resources, with resolved URLs. */
  readonly urls: PageUrls;
}

/** A page that was rendered, in both forms. */
export interface RenderedFacts extends Omit<RenderedPage, 'html' | 'screenshot'> {
  readonly kind: 'rendered';
  readonly source: PageForm;
  readonly built: PageForm;
}

/** What came of rendering a page. */
export type RenderingFacts =
  | RenderedFacts
  | { readonly kind: 'failed'; readonly reason: RenderFailure };
