import type { ComponentChildren, VNode } from 'preact';

/** Links that restrict a list to one of several values or show it in one of several orders, or lead to the views of a page. */
export function FilterLinks<Value extends string | undefined>({
  label,
  values,
  current,
  href,
  name,
  areViews = false,
}: {
  /** What the values are, for screen readers. */
  readonly label: string;
  /** `undefined` shows all. */
  readonly values: readonly Value[];
  readonly current: Value;
  readonly href: (value: Value) => string;
  readonly name: (value: Value) => ComponentChildren;
  readonly areViews?: boolean;
}): VNode {
  return (
    <nav class={areViews ? 'tabs screen' : 'filters'} aria-label={label}>
      {values.map((value) => (
        <a
          key={value ?? 'all'}
          href={href(value)}
          aria-current={value === current ? (areViews ? 'page' : 'true') : undefined}
        >
          {name(value)}
        </a>
      ))}
    </nav>
  );
}
