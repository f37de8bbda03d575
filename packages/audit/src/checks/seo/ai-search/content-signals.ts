import type { RobotsRules } from '../../../fetch/robots/robots-rules.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { robotsEvidence } from '../../../readings/evidence.ts';
import { contentSignals, contentSignalsOf } from '../../../readings/robots/content-signals.ts';
import type { Check } from '../../check.ts';

/** Lines that are quoted. */
const listed = 25;

/** The Content-Signal lines of robots.txt can be read, and do not contradict each other. */
export const contentSignalsCheck: Check = {
  id: 'content-signals',
  category: 'seo',
  importance: 'low',
  family: 'robots-txt',
  title: 'Content-Signal lines of robots.txt are valid',
  advice:
    'Write one Content-Signal line in a group of robots.txt, with the signals search, ai-input and ai-train, each yes or no, and commas between them: Content-Signal: search=yes, ai-train=no.',
  why: 'Services that cannot read these lines may miss what you have decided about search and AI.',
  source: 'https://contentsignals.org/',
  about: 'site',
  isAtRoot: true,
  run: ({ robots }): Outcome => {
    if (robots.kind !== 'found') {
      return { status: 'na', summary: 'The site has no robots.txt that can be read.' };
    }
    const { rules } = robots;
    const { lines, statements, faults } = contentSignalsOf(rules);
    if (lines === 0) return { status: 'na', summary: 'robots.txt has no Content-Signal line.' };
    const value = { lines, signals: signalsOf(statements) };
    const [fault] = faults;
    if (fault !== undefined) {
      return {
        status: 'warn',
        summary: `Line ${fault.line.line} of robots.txt has ${fault.text}, so crawlers may not read this signal.`,
        value,
        evidence: quoted(faults),
      };
    }
    const contradiction = contradictionIn(statements);
    if (contradiction !== null) return { ...contradiction, status: 'warn', value };
    const useless = statements.filter(
      ({ isAllowed, agents }) => isAllowed && agents.every((agent) => isShutOut(rules, agent)),
    );
    const [first] = useless;
    if (first !== undefined) {
      return {
        status: 'warn',
        summary: `robots.txt allows ${first.signal}, but the same group disallows the whole site, so its crawlers cannot fetch anything.`,
        value,
        evidence: quoted(useless),
        advice:
          'Remove the Disallow line of the group if these crawlers may use the contents, or the Content-Signal line if they may not.',
      };
    }
    const stated = Object.entries(value.signals).map(([name, allowed]) => `${name}=${allowed}`);
    const summary =
      stated.length === 0
        ? 'The Content-Signal lines have no signal for all crawlers.'
        : `robots.txt states for all crawlers: ${stated.join(', ')}.`;
    return { status: 'pass', summary, value, evidence: quoted(statements) };
  },
};

type Statements = ReturnType<typeof contentSignalsOf>['statements'];

/** The signals for all crawlers that robots.txt does not name. */
function signalsOf(statements: Statements): Readonly<Record<string, string>> {
  const entries = contentSignals.flatMap((signal) => {
    const statement = statements.find(
      (stated) => stated.signal === signal && stated.agents.includes('*'),
    );
    return statement === undefined ? [] : [[signal, statement.isAllowed ? 'yes' : 'no'] as const];
  });
  return Object.fromEntries(entries);
}

/** A signal that is both yes and no for the same crawler. */
function contradictionIn(statements: Statements): Pick<Outcome, 'summary' | 'evidence'> | null {
  const known = new Map<string, Statements[number]>();
  for (const statement of statements) {
    for (const agent of statement.agents) {
      const key = `${statement.signal} ${agent}`;
      const before = known.get(key);
      if (before !== undefined && before.isAllowed !== statement.isAllowed) {
        const whom = agent === '*' ? 'all crawlers' : agent;
        return {
          summary: `robots.txt states both ${statement.signal}=yes and ${statement.signal}=no for ${whom}.`,
          evidence: quoted([before, statement]),
        };
      }
      known.set(key, statement);
    }
  }
  return null;
}

/** Whether the groups of a crawler disallow the whole site, without an exception. */
function isShutOut({ groups }: RobotsRules, agent: string): boolean {
  const rules = (groups.get(agent) ?? []).flat();
  const isWhole = rules.some(({ allow, pattern }) => !allow && pattern.length === 1);
  return isWhole && rules.every(({ allow }) => !allow);
}

/** The lines, without duplicates. */
function quoted(found: readonly Pick<Statements[number], 'line'>[]): readonly Evidence[] {
  const lines = [...new Set(found.map(({ line }) => line))];
  return lines.slice(0, listed).map(({ text, line }) => robotsEvidence(text, line));
}
