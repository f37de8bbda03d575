/**
 * The pages for people: shared reports and websites, and the console. Adapters mount them when their
 * option `pages` is set.
 */
export { type CrawlFileInput, printCrawlFile, renderCrawlFile } from './crawl-file.tsx';
export { drawReport } from './draw-report.tsx';
export { renderErrorPage } from './error-page.tsx';
export { pageRoutes } from './page-routes.ts';
export { type PrintReportOptions, printReportFile, renderReportFile } from './report-file.tsx';
