// What it takes to write checks of one's own, and to make a ruleset of them.
export type {
  AuditFacts,
  Category,
  Check,
  Evidence,
  GateRule,
  Importance,
  Json,
  Outcome,
  Status,
} from './audit/checks/check.ts';
export {
  headerEvidence,
  robotsEvidence,
  tagEvidence,
  urlEvidence,
} from './audit/checks/evidence.ts';
export { factsOf, outcomeOf, type PageUnderTest } from './audit/checks/fixtures/facts-of.ts';
export type { FetchedPage, Redirect } from './audit/fetch/fetched.ts';
export type { ProbeFacts } from './audit/fetch/probes/probe-facts.ts';
export type { RobotsTxt } from './audit/fetch/robots-txt.ts';
export type { SitemapFacts } from './audit/fetch/sitemap/sitemap-facts.ts';
export type {
  AnchorFact,
  HeadingFact,
  ImageFact,
  LinkTagFact,
  MetaFact,
  PageFacts,
  Position,
  SourceTag,
  TitleFact,
} from './audit/page/page-facts.ts';
export type { PageLink, PageResource, PageUrls } from './audit/page-urls.ts';
export {
  defaultRuleset,
  extendRuleset,
  type Ruleset,
  type RulesetChanges,
} from './audit/ruleset.ts';
