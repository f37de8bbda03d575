import type { VNode } from 'preact';
import type { Privacy } from '../../store/website.ts';
import { english as text } from '../english.ts';
import { CopyField } from './copy-field.tsx';

/** The share link of a report or a website, who can open it, and how to change that. */
export function ShareLink({
  title,
  url,
  privacy,
  changePrivacy,
  renew,
}: {
  readonly title: string;
  readonly url: string;
  readonly privacy: Privacy;
  /** The page with the form for the privacy. */
  readonly changePrivacy: string;
  readonly renew: string;
}): VNode {
  return (
    <section aria-labelledby="share">
      <h2 id="share">{title}</h2>
      <p>
        {text.console.openFor[privacy]} <a href={changePrivacy}>{text.console.changePrivacy}</a>
      </p>
      <CopyField id="share-link" label={text.console.shareLink} value={url} />
      <p>
        <a href={renew}>{text.console.renew}</a>
      </p>
    </section>
  );
}
