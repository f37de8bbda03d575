import { analysisRecord } from '@sitegrade/core/records';
import { isAnalyzed, type Page } from '../findings.ts';

/**
 * Pages as JSON: always an object with the reports, as the HTTP API writes them, and with the pages that could
 * not be analysed.
 */
export function jsonReports(pages: readonly Page[]): string {
  return toJson({
    reports: pages.filter(isAnalyzed).map(({ analysis }) => analysisRecord(analysis)),
    errors: pages.flatMap((page) => {
      if (isAnalyzed(page)) return [];
      const { code, reason, message } = page.error;
      return [{ url: page.url, code, reason: reason ?? null, message }];
    }),
  });
}

/** Characters that JSON allows, and that control a terminal or reorder text. */
const controls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON with line breaks. No text in it can control a terminal. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2).replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
