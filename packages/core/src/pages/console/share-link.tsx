import type { ComponentChildren, VNode } from 'preact';
import type { Privacy } from '../../store/website.ts';
import { english as text } from '../english.ts';
import { CopyField } from './copy-field.tsx';

/** A button that unfolds the share link of a page, who can open it, and how to change that. */
export function ShareLink({
  url,
  privacy,
  changePrivacy,
  renew,
  open = false,
  children,
}: {
  readonly url: string;
  readonly privacy: Privacy;
  /** The page with the form for the privacy. */
  readonly changePrivacy: string;
  /** `undefined` where the link belongs to another page. */
  readonly renew?: string;
  /** Whether it is unfolded, because the link has just changed. */
  readonly open?: boolean;
  /** What the link shows, unless that is this page. */
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <details class="share" open={open}>
      <summary class="button plain">{text.console.share}</summary>
      {/* Browsers unfold it when a link leads to it. */}
      <div class="share-panel" id="share">
        {children}
        <CopyField id="share-link" label={text.console.shareLink} value={url} />
        <p>
          {text.console.openFor[privacy]} <a href={changePrivacy}>{text.console.changePrivacy}</a>
        </p>
        {renew && (
          <p>
            <a href={renew}>{text.console.renew}</a>
          </p>
        )}
      </div>
    </details>
  );
}
