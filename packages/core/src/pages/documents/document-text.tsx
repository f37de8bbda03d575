import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import type { PagesSettings } from '../../http/pages-options.ts';
import { whyOfRuleset } from '../../reports/why-of.ts';
import { Layout } from '../layout.tsx';
import { pageText } from '../respond.ts';
import { styleSheet } from '../style.ts';
import { sheetStyle } from './sheet-style.ts';

/** What every document is drawn with. */
export interface DocumentFrame {
  /** In the brand of its owner. */
  readonly settings: PagesSettings;
  /** That of the context, if it has its own checks. */
  readonly ruleset?: Context['ruleset'] | undefined;
}

/** An HTML document that loads nothing and has no script: a file to open, or to print. */
export function documentText(
  { settings, ruleset }: DocumentFrame,
  title: string,
  content: VNode,
): string {
  return pageText(
    <Layout
      settings={withoutFiles(settings)}
      links={undefined}
      whyOf={whyOfRuleset(ruleset)}
      style={`${styleSheet(settings.accent)}${sheetStyle(settings.name)}`}
      title={title}
    >
      {content}
    </Layout>,
  );
}

/** A logo that is a path on the host cannot be loaded. */
function withoutFiles({ logo, logoDark, ...settings }: PagesSettings): PagesSettings {
  return { ...settings, logo: withoutFile(logo), logoDark: withoutFile(logoDark) };
}

function withoutFile(logo: string | undefined): string | undefined {
  return logo?.startsWith('data:') ? logo : undefined;
}
