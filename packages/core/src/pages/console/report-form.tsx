import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { Field } from './field.tsx';

/** The form that creates a report. */
export function ReportForm({
  links,
  url,
  issue,
}: {
  readonly links: Links;
  /** As typed before. */
  readonly url: string;
  readonly issue: string | undefined;
}): VNode {
  return (
    <form
      method="post"
      action={links.console}
      class="row report-form"
      data-busy={text.console.creating}
    >
      <Field
        name="url"
        label={text.console.url}
        hint={text.console.urlHint}
        issue={issue}
        value={url}
        required
        inputMode="url"
        autocomplete="url"
        autocapitalize="none"
        spellcheck={false}
      />
      <button type="submit">{text.console.create}</button>
    </form>
  );
}
