import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import { Field } from './field.tsx';

/** A form that searches a list, and keeps its filters. */
export function SearchForm({
  action,
  label,
  search,
  issue,
  filters,
  clear,
}: {
  readonly action: string;
  readonly label: string;
  readonly search: string;
  readonly issue: string | undefined;
  readonly filters: Readonly<Record<string, string | number | undefined>>;
  /** The list without the search. */
  readonly clear: string;
}): VNode {
  return (
    <search>
      <form action={action} class="row">
        <Field name="search" label={label} type="search" value={search} issue={issue} />
        {Object.entries(filters).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit" class="plain">
          {text.console.search}
        </button>
        {search !== '' && <a href={clear}>{text.console.clear}</a>}
      </form>
    </search>
  );
}
