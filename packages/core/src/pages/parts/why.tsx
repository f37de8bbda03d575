import { defaultRuleset, type Ruleset } from '@sitegrade/audit/checks';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';

/** The checks whose texts a page shows: stored reports do not contain why a finding matters. */
export const ShownRuleset = createContext<Ruleset>(defaultRuleset);

/** Finds why a finding of a check matters; `undefined` for a check that is unknown, or does not say it. */
export function useWhyOf(): (check: string) => string | undefined {
  const { checks } = useContext(ShownRuleset);
  return (check) => checks.find(({ id }) => id === check)?.why;
}

/** Why a finding matters, in one sentence. */
export function Why({ children: why }: { readonly children: string | undefined }): VNode | null {
  if (why === undefined) return null;
  return (
    <p class="why">
      <strong>{text.report.why}:</strong> <PageText>{why}</PageText>
    </p>
  );
}
