import { agentsOf, type RobotsLine, type RobotsRules } from '../../fetch/robots/robots-rules.ts';
import { memoize } from '../memoize.ts';

/**
 * What a site allows to do with its contents once they are fetched: `search`, a search index; `ai-input`, answers
 * of AI models; `ai-train`, training them (https://contentsignals.org/).
 */
export const contentSignals = ['search', 'ai-input', 'ai-train'] as const;

/** One of {@link contentSignals}. */
type ContentSignal = (typeof contentSignals)[number];

/** A signal for the crawlers of a group of robots.txt. */
interface SignalStatement {
  readonly signal: ContentSignal;
  readonly isAllowed: boolean;
  /** Lower-case product tokens; `*` for all crawlers without a group. */
  readonly agents: readonly string[];
  readonly line: RobotsLine;
}

/** A part of a `Content-Signal` line that crawlers cannot read. */
interface SignalFault {
  /** Completes "has …". */
  readonly text: string;
  readonly line: RobotsLine;
}

/** The `Content-Signal` lines of a robots.txt. */
interface SignalStatements {
  /** The number of lines. */
  readonly lines: number;
  readonly statements: readonly SignalStatement[];
  readonly faults: readonly SignalFault[];
}

/** Names that are not signals, without hyphens, and the signal that they mean. */
const misspelt: ReadonlyMap<string, ContentSignal> = new Map([
  ['aiinput', 'ai-input'],
  ['inputai', 'ai-input'],
  ['aitrain', 'ai-train'],
  ['aitraining', 'ai-train'],
  ['trainai', 'ai-train'],
]);

/** Limits for hostile files: parts of a line, agents of a group, and signals that are kept. */
const limits = { parts: 20, agents: 100, statements: 1_000 } as const;

/** Reads the `Content-Signal` lines. Signals with an unknown name may be new ones, and are left out. */
export const contentSignalsOf = memoize(({ lines }: RobotsRules): SignalStatements => {
  const statements: SignalStatement[] = [];
  const faults: SignalFault[] = [];
  let agents: string[] = ['*'];
  let hasEnded = true;
  let count = 0;
  for (const line of lines) {
    if (line.directive === 'user-agent') {
      if (hasEnded) agents = [];
      hasEnded = false;
      if (agents.length < limits.agents) agents.push(...new Set(agentsOf(line.value)));
    } else if (line.directive === 'allow' || line.directive === 'disallow') {
      hasEnded = true;
    } else if (line.name.toLowerCase() === 'content-signal') {
      hasEnded = true;
      count++;
      if (statements.length + faults.length < limits.statements) {
        readLine(line, agents, statements, faults);
      }
    }
  }
  return { lines: count, statements, faults };
});

function readLine(
  line: RobotsLine,
  agents: readonly string[],
  statements: SignalStatement[],
  faults: SignalFault[],
): void {
  const fault = (text: string) => faults.push({ text, line });
  const parts = line.value.toLowerCase().split(',', limits.parts);
  if (line.value === '') fault('no signal');
  for (const part of parts) {
    if (part.trim() === '') continue;
    const [name = '', value = null] = part.split('=', 2).map((side) => side.trim());
    const signal = contentSignals.find((known) => known === name);
    const meant = signal ?? misspelt.get(name.replaceAll(/[\s_-]/g, ''));
    if (meant === undefined) continue;
    if (signal === undefined) fault(`the name ${name} instead of ${meant}`);
    else if (value === 'yes' || value === 'no') {
      statements.push({ signal, isAllowed: value === 'yes', agents, line });
    } else fault(`${signal} without the value yes or no`);
  }
}

/** Whether robots.txt states a signal for crawlers that it does not name; `null` if it states none or both. */
export function signalForAll(rules: RobotsRules, signal: ContentSignal): boolean | null {
  const forAll = contentSignalsOf(rules).statements.filter(
    (statement) => statement.signal === signal && statement.agents.includes('*'),
  );
  const values = new Set(forAll.map(({ isAllowed }) => isAllowed));
  return values.size === 1 ? (forAll[0]?.isAllowed ?? null) : null;
}
