import { Fragment, type VNode } from 'preact';

/** A part of a path that says what is there. Identifiers and tokens have digits, capitals, or are longer. */
const word = /^(?:[a-z]{1,12}(?:-[a-z]{1,12})*|v\d{1,2})$/;

/**
 * The URL of a receiver without what may be secret, for lists and headings: its origin, and the words that its path
 * begins with. Anyone who knows the URL of a chat service can post there.
 */
export function shortReceiver(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const firstHidden = parts.findIndex((part) => !word.test(part));
  const shown = firstHidden === -1 ? parts : [...parts.slice(0, firstHidden), '…'];
  return [origin, ...shown].join('/') + (search === '' ? '' : '?…');
}

/** The same on a page: a long one continues on the next line before a slash. */
export function Receiver({ url }: { readonly url: string }): VNode {
  const parts = shortReceiver(url).split(/(?<=[^/])(?=\/[^/])/);
  return (
    <bdi>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
