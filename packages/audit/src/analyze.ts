// What analyses need, with the HTTP client and the parsers: load it with `import()`.
export { auditHtml } from './audit-html.ts';
export { type AuditedPage, auditPage } from './audit-page.ts';
export {
  auditCrawlPage,
  type RequestedImage,
  requestImage,
  type ThrottledRequest,
} from './crawl-page.ts';
export { type CrawlKnowledge, isChangedBy, withoutAssumptions } from './crawl-samples.ts';
export { type Connections, createConnections } from './fetch/connections.ts';
export { type PostedMessage, postMessage } from './fetch/post-message.ts';
export { type ClosedSite, isCrawlAllowed, type OpenedSite, openSite } from './open-site.ts';
export { packSite, unpackSite } from './pack-site.ts';
export { siteBasis } from './page-basis.ts';
export { reviseCrawlPage } from './revise-crawl-page.ts';
