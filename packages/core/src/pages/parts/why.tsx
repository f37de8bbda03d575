import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { type WhyOf, whyOfRuleset } from '../../reports/why-of.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';

/** Why the findings on a page matter. */
export const Whys = createContext<WhyOf>(whyOfRuleset());

/** Finds why a finding on this page matters. */
export function useWhyOf(): WhyOf {
  return useContext(Whys);
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
