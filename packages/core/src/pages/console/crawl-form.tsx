import type { VNode } from 'preact';
import { maxPatterns } from '../../crawls/path-patterns.ts';
import { crawlSources, recrawls } from '../../store/crawl.ts';
import { english as text } from '../english.ts';
import type { CrawlForm, CrawlFormIssues } from './crawl-input.ts';
import { ChoiceField, Field } from './field.tsx';

/** The form that creates a crawl. */
export function CrawlFormView({
  action,
  form,
  issues,
  maxPages,
}: {
  readonly action: string;
  /** As typed before. */
  readonly form: CrawlForm;
  readonly issues: CrawlFormIssues['issues'];
  /** How many pages a crawl may have. */
  readonly maxPages: number;
}): VNode {
  const labels = text.crawls;
  return (
    <form method="post" action={action} data-busy={labels.creating}>
      <CrawlFields form={form} issues={issues} maxPages={maxPages} />
      <div class="actions">
        <button type="submit">{labels.create}</button>
      </div>
    </form>
  );
}

/** The fields of a crawl. */
export function CrawlFields({
  form,
  issues,
  maxPages,
  isUrlOptional = false,
}: {
  readonly form: CrawlForm;
  readonly issues: CrawlFormIssues['issues'];
  readonly maxPages: number;
  readonly isUrlOptional?: boolean;
}): VNode {
  const labels = text.crawls;
  const isAdvanced = [form.include, form.exclude].some((field) => field.trim() !== '');
  return (
    <>
      <Field
        name="url"
        label={labels.url}
        hint={isUrlOptional ? labels.urlOptionalHint : labels.urlHint}
        issue={issues.url?.[0]}
        value={form.url}
        required={!isUrlOptional}
        inputMode="url"
        autocomplete="url"
        autocapitalize="none"
        spellcheck={false}
      />
      <Field
        name="max_pages"
        label={labels.maxPages}
        hint={labels.maxPagesHint(maxPages)}
        issue={issues.maxPages?.[0]}
        value={form.maxPages}
        class="short"
        inputMode="numeric"
        autocomplete="off"
      />
      <ChoiceField
        name="source"
        label={labels.source}
        choices={crawlSources.toReversed()}
        texts={labels.sources}
        value={form.source}
        issue={issues.source?.[0]}
      />
      <ChoiceField
        name="recrawl"
        label={labels.recrawl}
        choices={recrawls}
        texts={labels.recrawls}
        value={form.recrawl}
        issue={issues.recrawl?.[0]}
      />
      <details open={isAdvanced}>
        <summary>{labels.advanced}</summary>
        <p class="hint">{labels.patternsHint(maxPatterns)}</p>
        <LinesField
          name="include"
          label={labels.include}
          hint={labels.includeHint}
          value={form.include}
          issues={issues.include ?? []}
        />
        <LinesField
          name="exclude"
          label={labels.exclude}
          value={form.exclude}
          issues={issues.exclude ?? []}
        />
      </details>
    </>
  );
}

function LinesField({
  name,
  label,
  hint,
  value,
  issues,
}: {
  name: string;
  label: string;
  hint?: string;
  value: string;
  issues: readonly string[];
}): VNode {
  const hasIssues = issues.length > 0;
  const described = [hint && `${name}-hint`, hasIssues && `${name}-error`].filter(Boolean);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {hasIssues && (
        <div class="error" id={`${name}-error`} role="alert">
          <ul>
            {issues.map((issue) => (
              <li key={issue}>{text.console.fieldError(label, issue)}</li>
            ))}
          </ul>
        </div>
      )}
      <textarea
        id={name}
        name={name}
        class="urls"
        rows={3}
        wrap="off"
        aria-invalid={hasIssues ? 'true' : undefined}
        aria-describedby={described.length > 0 ? described.join(' ') : undefined}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      >
        {/* Browsers drop the first line break, and one that was typed would be lost. */}
        {`\n${value}`}
      </textarea>
    </div>
  );
}
