/**
 * The pages for people: shared reports and websites, and the console. Adapters mount them when their
 * option `pages` is set.
 */
export type { CrawlContent } from './documents/crawl-document.tsx';
export { printCrawlFile, renderCrawlFile } from './documents/crawl-file.tsx';
export { drawDocument } from './documents/draw-document.tsx';
export {
  type PrintFileOptions,
  printReportFile,
  renderReportFile,
} from './documents/report-file.tsx';
export { renderErrorPage } from './error-page.tsx';
export { pageRoutes } from './page-routes.ts';
