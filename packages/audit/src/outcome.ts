/**
 * The result of a check. `na`: the rule does not apply to this page. `error`: the check could not be
 * evaluated; this does not count against the page.
 */
export type Status = 'pass' | 'warn' | 'fail' | 'na' | 'error';

/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A quote from the page, its headers or robots.txt that shows a finding. */
export interface Evidence {
  /** What is quoted. */
  readonly kind: 'html' | 'header' | 'url' | 'robots' | 'cookie';
  /**
   * The tag, the header line, the URL, the line of robots.txt, or the name and domain of a cookie; cut to 300
   * characters.
   */
  readonly text: string;
  /** Line in the source, from 1. */
  readonly line?: number;
  /** Column in the source, from 1, in UTF-16 units. */
  readonly column?: number;
  /** Selects the element in the page as scripts built it. */
  readonly selector?: string;
}

/** What a check returns for one page. */
export interface Outcome {
  readonly status: Status;
  /** What was found on this page, in a sentence for a site owner. */
  readonly summary: string;
  readonly value?: Json;
  readonly evidence?: readonly Evidence[];
  /**
   * Whether only a part of what it is about was examined, so that evidence may not have every place. Default: whether
   * URLs of its samples were not requested.
   */
  readonly sampled?: boolean;
  /** Points from 0 to 1, if they differ from the default of the status (pass 1, warn 0.5, fail 0). */
  readonly points?: number;
  /** The first step to fix what was found, if the check's own advice does not fit. */
  readonly advice?: string;
}
