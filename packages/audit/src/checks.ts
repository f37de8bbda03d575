// Rulesets, and all that a custom check may use. It loads every check, and no package.
export type { AuditFacts } from './audit-facts.ts';
export { type Category, type Check, categories, type Importance } from './checks/check.ts';
export { outcomeOf, type PageUnderTest } from './checks/fixtures/facts-of.ts';
export type { Evidence, Json, Outcome, Status } from './outcome.ts';
export type { AnchorFact, PageFacts, Position, SourceTag } from './page/page-facts.ts';
export { tagEvidence } from './readings/evidence.ts';
export {
  defaultRuleset,
  extendRuleset,
  type Ruleset,
  type RulesetChanges,
  requireRuleset,
} from './scoring/ruleset.ts';
