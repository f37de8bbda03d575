// Everything for custom checks and rulesets.
export type { AuditFacts } from './audit/audit-facts.ts';
export {
  type Category,
  type Check,
  categories,
  type Importance,
} from './audit/checks/check.ts';
export { outcomeOf, type PageUnderTest } from './audit/checks/fixtures/facts-of.ts';
export type { Evidence, Outcome, Status } from './audit/outcome.ts';
export type {
  AnchorFact,
  PageFacts,
  Position,
  SourceTag,
} from './audit/page/page-facts.ts';
export { tagEvidence } from './audit/readings/evidence.ts';
export {
  defaultRuleset,
  extendRuleset,
  type Ruleset,
  type RulesetChanges,
} from './audit/ruleset.ts';
