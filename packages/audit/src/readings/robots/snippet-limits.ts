import type { AuditFacts } from '../../audit-facts.ts';
import { headerStatements, isForGoogle, metaStatements } from './robots-statements.ts';

type Statements = ReturnType<typeof metaStatements>;

/** The robots directives that forbid Google every snippet of the page: `nosnippet` and `max-snippet:0`. */
export function snippetBans(facts: Pick<AuditFacts, 'page' | 'response'>): Statements {
  return [...metaStatements(facts), ...headerStatements(facts)].filter(
    (statement) => isForGoogle(statement) && bansSnippets(statement.directive),
  );
}

/** `max-snippet` without a valid number is ignored. */
function bansSnippets({ name, value }: Statements[number]['directive']): boolean {
  return name === 'nosnippet' || (name === 'max-snippet' && /^\+?0+$/.test(value ?? ''));
}
