// Everything for custom checks and rulesets.
export type { AuditFacts } from './audit/audit-facts.ts';
export {
  type Category,
  type Check,
  type CheckOption,
  categories,
  type GateRule,
  type Importance,
} from './audit/checks/check.ts';
export { factsOf, outcomeOf, type PageUnderTest } from './audit/checks/fixtures/facts-of.ts';
export type { FetchedPage, Redirect } from './audit/fetch/fetched.ts';
export type { RobotsTxt } from './audit/fetch/robots/robots-txt.ts';
export type { SitemapFacts } from './audit/fetch/sitemap/sitemap-facts.ts';
export type { Evidence, Json, Outcome, Status } from './audit/outcome.ts';
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
export type { ProbeFacts } from './audit/probes/probe-facts.ts';
export type { Sample } from './audit/probes/unrequested-samples.ts';
export {
  headerEvidence,
  robotsEvidence,
  tagEvidence,
  urlEvidence,
} from './audit/readings/evidence.ts';
export type { PageLink, PageResource, PageUrls } from './audit/readings/page-urls.ts';
export {
  defaultRuleset,
  extendRuleset,
  type Ruleset,
  type RulesetChanges,
} from './audit/ruleset.ts';
