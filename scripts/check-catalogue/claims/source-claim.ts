/** What the source of a check says, and how far the check goes beyond it. A reader compared both in November 2026. */
interface SourceClaim {
  /** The `source` of the check that was compared: another one has to be compared, too. */
  readonly source: string;
  /** What the check relies on, in one sentence of our own words. */
  readonly claim: string;
  /** What the source does not say: numbers, limits and exceptions of our own. */
  readonly ours?: string;
  /**
   * `read` if the text of the source was read for the comparison: a stored copy of it, or longer quotations. `known`
   * if none was at hand, and it was compared with what is known of it.
   */
  readonly compared: 'read' | 'known';
}

/** Claims by the id of their check. */
export type SourceClaims = Readonly<Record<string, SourceClaim>>;

/** A claim of a source that was read for the comparison. */
export function read(source: string, claim: string, ours?: string): SourceClaim {
  return { source, claim, ...(ours !== undefined && { ours }), compared: 'read' };
}

/** A claim of a source that was not at hand. */
export function known(source: string, claim: string, ours?: string): SourceClaim {
  return { source, claim, ...(ours !== undefined && { ours }), compared: 'known' };
}

/** A page of Google Search Central's documentation. */
export function google(page: string): string {
  return `https://developers.google.com/search/docs/${page}`;
}

/** A page of MDN. */
export function mdn(page: string): string {
  return `https://developer.mozilla.org/en-US/docs/${page}`;
}

/** A rule of W3C's Accessibility Conformance Testing. */
export function act(rule: string): string {
  return `https://www.w3.org/WAI/standards-guidelines/act/rules/${rule}/`;
}

/** A page of the HTML standard. */
export function html(page: string): string {
  return `https://html.spec.whatwg.org/multipage/${page}`;
}

/** A page about an audit of Lighthouse. */
export function lighthouse(audit: string): string {
  return `https://developer.chrome.com/docs/lighthouse/${audit}`;
}
