// What analyses need, with the HTTP client and the parsers: load it with `import()`.

export {
  auditCrawlPage,
  type RequestedImage,
  requestImage,
  type ThrottledRequest,
} from './crawl/crawl-page.ts';
export { type CrawlKnowledge, isChangedBy, withoutAssumptions } from './crawl/crawl-samples.ts';
export { type ClosedSite, isCrawlAllowed, type OpenedSite, openSite } from './crawl/open-site.ts';
export { packSite, unpackSite } from './crawl/pack-site.ts';
export { siteBasis } from './crawl/page-basis.ts';
export { reviseCrawlPage } from './crawl/revise-crawl-page.ts';
export { type Connections, createConnections } from './fetch/connections.ts';
export { type PostedMessage, postMessage } from './fetch/post-message.ts';
export { auditHtml } from './report/audit-html.ts';
export { type AuditedPage, type AuditOptions, auditPage } from './report/audit-page.ts';
