import type { VNode } from 'preact';
import { visible } from '../visible.ts';

/** Text of an analysed page: a title, a URL, a quote. Its direction does not change the text around it. */
export function PageText({ children }: { readonly children: string }): VNode {
  return <bdi>{visible(children)}</bdi>;
}

/** A link to an analysed page. That page learns nothing about the reader. */
export function PageLink({ url }: { readonly url: string }): VNode {
  if (!/^https?:\/\//i.test(url)) return <PageText>{url}</PageText>;
  return (
    <a class="url" href={url} rel="nofollow noopener noreferrer">
      <PageText>{url}</PageText>
    </a>
  );
}

/** A link whose text is of an analysed page, such as its title. */
export function TextLink({
  children,
  ...link
}: {
  readonly class?: string;
  readonly href: string;
  readonly children: string;
}): VNode {
  return (
    <a {...link}>
      <PageText>{children}</PageText>
    </a>
  );
}
