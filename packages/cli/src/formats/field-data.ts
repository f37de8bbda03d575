import type { FieldDataResult, FieldDataSummary } from '@sitegrade/core';
import { fieldMetrics, fieldValueText } from '@sitegrade/core/internal';
import { labelled, type Terminal, wrap } from '../terminal.ts';
import { contentWidth } from './pretty-parts.ts';

/** What real visitors had, in a sentence for the page and one for its site; none without a source of it. */
export function fieldDataTexts(fieldData: FieldDataSummary | undefined): readonly string[] {
  if (fieldData === undefined) return [];
  const { url, origin } = fieldData;
  if (url.status === 'none' && origin.status === 'none' && url.reason === origin.reason) {
    return [`Real visitors: ${url.message}`];
  }
  return [`Real visitors of this page${textOf(url)}`, `Of all pages of the site${textOf(origin)}`];
}

/** The same in a terminal. */
export function fieldDataLines(
  fieldData: FieldDataSummary | undefined,
  terminal: Terminal,
): readonly string[] {
  const width = contentWidth(terminal);
  const lines = fieldDataTexts(fieldData).flatMap((text) => {
    const [first = '', ...others] = wrap(text, width - 2);
    return [first, ...labelled('', others, 2)];
  });
  return lines.length === 0 ? [] : ['', ...lines.map(terminal.colors.dim)];
}

function textOf(result: FieldDataResult): string {
  if (result.status === 'none') return `: ${result.message}`;
  const { metrics, formFactor, lastDay } = result;
  const values = fieldMetrics.flatMap((metric) => {
    const value = metrics[metric];
    if (value === null) return [];
    const text = `${metric.toUpperCase()} ${fieldValueText(metric, value.p75)}`;
    return [`${text} (${value.rating.replace('_', ' ')})`];
  });
  const devices = formFactor === 'phone' ? 'with phones' : 'with all devices';
  return `, three of four ${devices} until ${lastDay}: ${values.join(', ')}`;
}
