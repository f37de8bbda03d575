import type { VNode } from 'preact';

/** The parts of a page, each of which has a separate page. */
export function Tabs<Name extends string>({
  label,
  names,
  current,
  href,
  text,
}: {
  /** What the parts are of, for screen readers. */
  readonly label: string;
  readonly names: readonly Name[];
  readonly current: Name;
  readonly href: (name: Name) => string;
  readonly text: (name: Name) => string;
}): VNode {
  return (
    <nav class="tabs screen" aria-label={label}>
      {names.map((name) => (
        <a key={name} href={href(name)} aria-current={name === current ? 'page' : undefined}>
          {text(name)}
        </a>
      ))}
    </nav>
  );
}
