import type { ComponentChildren, VNode } from 'preact';

/** Links that restrict a list to one of several values, or show it in one of several orders. */
export function FilterLinks<Value extends string | undefined>({
  label,
  values,
  current,
  href,
  name,
}: {
  /** What the values are, for screen readers. */
  readonly label: string;
  /** `undefined` shows all. */
  readonly values: readonly Value[];
  readonly current: Value;
  readonly href: (value: Value) => string;
  readonly name: (value: Value) => ComponentChildren;
}): VNode {
  return (
    <nav class="filters" aria-label={label}>
      {values.map((value) => (
        <a
          key={value ?? 'all'}
          href={href(value)}
          aria-current={value === current ? 'true' : undefined}
        >
          {name(value)}
        </a>
      ))}
    </nav>
  );
}
