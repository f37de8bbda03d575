import type { VNode } from 'preact';
import { type CreateCrawlInput, defaultMaxPages } from '../../crawls/create-crawl.ts';
import { maxPatterns } from '../../crawls/path-patterns.ts';
import type { Entries } from '../../http/request/form.ts';
import { type CrawlSource, crawlSources, type Recrawl, recrawls } from '../../store/crawl.ts';
import type { ScheduledCrawl } from '../../store/schedule.ts';
import { english as text } from '../english.ts';
import { ChoiceField, digits, exact, Field, fieldsOf, LinesField } from './field.tsx';
import { filledLines } from './filled-lines.ts';
import { type Form, formText, rawText, toNumber } from './form.ts';

/** The fields of a crawl. */
export const crawlFields = ['url', 'max_pages', 'source', 'recrawl', 'include', 'exclude'] as const;

/** Enough for the most patterns of the greatest length, escaped. */
export const crawlFormLimit = 1024 * 1024;

/**
 * What the fields of a crawl hold.
 *
 * @param crawl - What is stored; nothing for what is common.
 * @param maxPages - How many pages a crawl may have.
 */
export function crawlValues(crawl: Partial<ScheduledCrawl>, maxPages: number) {
  return {
    url: crawl.url ?? '',
    max_pages: String(crawl.maxPages ?? Math.min(defaultMaxPages, maxPages)),
    source: crawl.source ?? '',
    recrawl: crawl.recrawl ?? '',
    include: crawl.include?.join('\n') ?? '',
    exclude: crawl.exclude?.join('\n') ?? '',
  };
}

/** The input of a form. Domain functions check it: what is not a number is refused. */
export function crawlInput(sent: Entries): CreateCrawlInput {
  const maxPages = formText(sent, 'max_pages');
  return {
    url: formText(sent, 'url'),
    maxPages: maxPages === '' ? undefined : toNumber(maxPages),
    source: (formText(sent, 'source') || undefined) as CrawlSource | undefined,
    recrawl: (formText(sent, 'recrawl') || undefined) as Recrawl | undefined,
    include: patternsIn(sent, 'include'),
    exclude: patternsIn(sent, 'exclude'),
  };
}

function patternsIn(sent: Entries, name: string): readonly string[] {
  return filledLines(rawText(sent, name), maxPatterns).map((line) => line.text);
}

/** The fields of a crawl. */
export function CrawlFields({
  form,
  maxPages,
  isUrlOptional = false,
}: {
  readonly form: Form;
  /** How many pages a crawl may have. */
  readonly maxPages: number;
  readonly isUrlOptional?: boolean;
}): VNode {
  const labels = text.crawls;
  const at = fieldsOf(form);
  const isAdvanced = at('include').value !== '' || at('exclude').value !== '';
  return (
    <>
      <Field
        {...at('url')}
        label={labels.url}
        hint={isUrlOptional ? labels.urlOptionalHint : labels.urlHint}
        {...exact}
        autocomplete="url"
        inputMode="url"
        required={!isUrlOptional}
      />
      <Field
        {...at('max_pages')}
        label={labels.maxPages}
        hint={labels.maxPagesHint(maxPages)}
        {...digits}
      />
      <ChoiceField
        {...at('source')}
        label={labels.source}
        choices={crawlSources.toReversed()}
        texts={labels.sources}
      />
      <ChoiceField
        {...at('recrawl')}
        label={labels.recrawl}
        choices={recrawls}
        texts={labels.recrawls}
      />
      <details open={isAdvanced}>
        <summary>{labels.advanced}</summary>
        <p class="hint">{labels.patternsHint(maxPatterns)}</p>
        <LinesField
          form={form}
          name="include"
          label={labels.include}
          hint={labels.includeHint}
          max={maxPatterns}
          rows={3}
        />
        <LinesField form={form} name="exclude" label={labels.exclude} max={maxPatterns} rows={3} />
      </details>
    </>
  );
}
