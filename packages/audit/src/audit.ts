import type { Category, Importance } from './checks/check.ts';
import type { Redirect } from './fetch/fetched.ts';
import type { FieldDataSummary } from './field-data/field-data.ts';
import type { Evidence, Json, Status } from './outcome.ts';
import type { SearchResult } from './readings/search-result.ts';
import type { SocialCard } from './readings/social-card.ts';
import type { RenderingSummary } from './render/rendering.ts';
import type { SpeedSummary } from './render/speed.ts';

/** Ratings from best to worst. */
export const results = ['good', 'decent', 'bad'] as const;

/** A report's rating: good from 80, decent from 50, bad below. */
export type Result = (typeof results)[number];

/** The result of one check, as a report stores it. Plain JSON. */
export interface CheckResult {
  readonly category: Category;
  readonly importance: Importance;
  readonly status: Status;
  /** What is right when the check passes. */
  readonly title: string;
  /** What was found on this page, in a sentence. */
  readonly summary: string;
  /** The measured value, where there is one: a length, a ratio, a list. */
  readonly value: Json;
  /** Where it was found. */
  readonly evidence: readonly Evidence[];
  /**
   * Whether only some of the URLs that it is about were requested, so that `evidence` may not have every location. A
   * report keeps at most 25.
   */
  readonly sampled: boolean;
  /** How to fix it; `null` if there is nothing to fix. */
  readonly advice: string | null;
  /** A public explanation of the rule. */
  readonly source: string;
  /** The points of the score that it can cost at most, alone and with full coverage. */
  readonly weight: number;
  /** The earned points, from 0 to 1; `null` if it was not evaluated or did not apply. */
  readonly points: number | null;
  /** The points of the score that it costs, in hundredths: 100 less all deductions is the score. */
  readonly deduction: number;
  /**
   * The points by which the score rises if this finding alone is fixed, in hundredths: 0 while a gate of another check
   * holds the score down. The gates show which limit a fix lifts.
   */
  readonly gain: number;
  /**
   * `rendered` if it is about the page as scripts built it in a browser, `measured` if about how fast that was loaded;
   * left out if it is about the server's HTML.
   */
  readonly readFrom?: 'rendered' | 'measured';
  /** The status for the server's HTML, if that is another one than for the page as built; otherwise left out. */
  readonly sourceStatus?: Status;
}

/** The result of a check before it is scored. */
export type EvaluatedCheck = Omit<CheckResult, 'deduction' | 'gain'>;

/** A cap on the score, with its reason. */
export interface Gate {
  /** The check that triggered the gate; `null` for the gate of a report with little coverage. */
  readonly check: string | null;
  /** The highest score that the report can have. */
  readonly cap: number;
  readonly reason: string;
}

/** The score of one category and how its checks ended. */
export interface CategoryScore {
  /** 0 to 100; `null` if none of its checks counted. */
  readonly score: number | null;
  readonly passed: number;
  readonly warned: number;
  readonly failed: number;
  /** Checks that do not apply to the page, such as those of images on a page without. */
  readonly notApplicable: number;
  /** Checks that could not be evaluated. */
  readonly notEvaluated: number;
  /** Whether measured speed counts in it: it cannot be compared with one without. Left out if not. */
  readonly includesSpeed?: boolean;
}

/** Facts of the page that a report shows without checks. Plain JSON. */
export interface PageSummary {
  readonly language: string | null;
  readonly charset: string;
  readonly contentType: string | null;
  /** How a search engine may show the page; `null` if the server did not show the page. */
  readonly searchResult: SearchResult | null;
  /** How a social network may show a link to the page; `null` if the server did not show the page. */
  readonly socialCard: SocialCard | null;
  /** Bytes of the response body, as transferred. */
  readonly transferBytes: number;
  /** Bytes of the page, decompressed. */
  readonly htmlBytes: number;
  /** Milliseconds from the first DNS lookup to the first byte of the final response. */
  readonly timeToFirstByteMs: number;
  /** Milliseconds from the first DNS lookup to the last byte of the page. */
  readonly fetchMs: number;
  readonly redirects: readonly Redirect[];
  readonly counts: {
    readonly words: number;
    readonly links: number;
    readonly images: number;
    readonly headings: number;
    readonly elements: number;
  };
  /** Parts of the page that were not read because of limits, in words. */
  readonly notes: readonly string[];
  /**
   * When the oldest result was requested that the report has from another one of its batch, such as that of robots.txt
   * or of a link, in ISO 8601; left out if it requested everything itself.
   */
  readonly oldestSharedAt?: string;
  /** What came of rendering the page in a browser; left out if it was not rendered. */
  readonly rendering?: RenderingSummary;
  /** How fast the page was loaded in a browser; left out if that was not measured. */
  readonly speed?: SpeedSummary;
  /** What real visitors had, or why that is not known; left out if there is no source of field data. */
  readonly fieldData?: FieldDataSummary;
}

/** The result of analysing one page. */
export interface Audit {
  readonly url: string;
  readonly finalUrl: string;
  readonly httpStatus: number;
  readonly title: string | null;
  readonly score: number;
  /** The score before the gates capped it. */
  readonly scoreUncapped: number;
  readonly result: Result;
  readonly rulesetVersion: string;
  readonly categories: Readonly<Record<Category, CategoryScore>>;
  readonly gates: readonly Gate[];
  /** Evaluated weight over applicable weight, 0 to 1. */
  readonly coverage: number;
  /** Whether the report is about a part of the page only. */
  readonly partial: boolean;
  /** Why the report is partial, in sentences; empty if it is not. */
  readonly partialReasons: readonly string[];
  /** Ids of the checks whose fix gains the most points, best first. */
  readonly fixFirst: readonly string[];
  /** By check id, in ruleset order. */
  readonly checks: Readonly<Record<string, CheckResult>>;
  readonly page: PageSummary;
}
