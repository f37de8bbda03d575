import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import { badgeHtml, badgeMarkdown } from './badge-code.ts';
import { CopyField } from './copy-field.tsx';

/** The badge of a website, and the code that shows it on other pages. */
export function BadgeSnippet({
  domain,
  page,
  image,
  absolute,
}: {
  readonly domain: string;
  /** The path of the shared page, which the badge leads to. */
  readonly page: string;
  readonly image: string;
  /** The URL of a path. */
  readonly absolute: (path: string) => string;
}): VNode {
  const labels = text.console;
  const badge = { alt: labels.badgeAlt(domain), page: absolute(page), image: absolute(image) };
  return (
    <section aria-labelledby="badge">
      <h2 id="badge">{labels.badge}</h2>
      <p>
        <img src={image} alt={badge.alt} />
      </p>
      <p class="hint">{labels.badgeHint}</p>
      <CopyField id="badge-html" label={labels.badgeHtml} value={badgeHtml(badge)} />
      <CopyField id="badge-markdown" label={labels.badgeMarkdown} value={badgeMarkdown(badge)} />
    </section>
  );
}
