import type { BrowserCookie, RenderFailure } from './renderer.ts';

/**
 * When pages are rendered: `auto` only those whose HTML seems to depend on scripts, `always` every page, `off` none.
 */
export const renderModes = ['off', 'auto', 'always'] as const;

/** One of {@link renderModes}. */
export type RenderMode = (typeof renderModes)[number];

/** What of a page scripts can change, in the order in which reports show it. */
export const comparedParts = [
  'title',
  'description',
  'canonical',
  'robots',
  'language',
  'h1',
  'words',
  'links',
  'hreflang',
  'structured_data',
] as const;

/** One of {@link comparedParts}. */
export type ComparedPart = (typeof comparedParts)[number];

/** Something that scripts changed or added. Plain JSON. */
export interface RenderDifference {
  readonly part: ComparedPart;
  /**
   * In the HTML of the server: a text, cut to 300 characters, or a number of words, of internal links, or of language
   * versions. `null` if it is missing.
   */
  readonly source: string | number | null;
  /** In the page as built. */
  readonly rendered: string | number | null;
}

/** What a page loaded in a browser. Plain JSON. */
export interface LoadedWeight {
  readonly requests: number;
  /** What was received, with the heads of responses. */
  readonly bytes: number;
  /** The heaviest first. */
  readonly byType: readonly {
    /** As browsers name them: `document`, `script`, `stylesheet`, `image`, `font`, `xhr`, `fetch`, `media`, `other`. */
    readonly type: string;
    readonly requests: number;
    readonly bytes: number;
  }[];
  /** Other domains than that of the page, the heaviest first, at most 30. */
  readonly otherDomains: readonly {
    readonly domain: string;
    readonly requests: number;
    readonly bytes: number;
  }[];
  /** How many other domains there are. */
  readonly otherDomainsCount: number;
}

/** How many requests, and what was received. */
export interface Weight {
  readonly requests: number;
  readonly bytes: number;
}

/** What a report says about the rendering of its page. Plain JSON. */
export type RenderingSummary =
  | {
      readonly status: 'rendered';
      /** The URL of the page after its scripts ran. */
      readonly finalUrl: string;
      /** How long it took, in milliseconds. */
      readonly ms: number;
      /** How many requests the page sent in the browser. */
      readonly requests: number;
      /** Whether the page still sent requests when its time was over. */
      readonly isBusy: boolean;
      /** The first errors that scripts did not catch. */
      readonly scriptErrors: readonly string[];
      /** What the HTML of the server says, and what the page says as built, where that differs. */
      readonly differences: readonly RenderDifference[];
      /** What the page loaded. */
      readonly weight: LoadedWeight;
      /** The cookies that it set although no one had agreed to any. */
      readonly cookies: readonly BrowserCookie[];
    }
  | {
      readonly status: 'failed';
      readonly reason: RenderFailure;
      /** The reason, in a sentence. */
      readonly message: string;
    };

const causes: Readonly<Record<RenderFailure, string>> = {
  renderer_unavailable: 'no browser was available',
  render_timed_out: 'it took too long in the browser',
  render_too_large: 'it needs too much memory or too many requests in the browser',
  render_crashed: 'it crashed in the browser',
  render_refused: 'it could not be loaded in the browser',
};

/** Why a page was not rendered, in a sentence for a site owner. */
export function renderFailureText(reason: RenderFailure): string {
  return `The page was not rendered: ${causes[reason]}.`;
}

/** Why the speed of a page was not measured, in a sentence for a site owner. */
export function speedFailureText(reason: RenderFailure): string {
  return `The speed of the page was not measured: ${causes[reason]}.`;
}
