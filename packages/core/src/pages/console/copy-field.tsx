import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** A text to copy, with a button for it where scripts run. */
export function CopyField({
  id,
  label,
  value,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}): VNode {
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <div class="row">
        <input id={id} class="mono" value={value} readonly autocomplete="off" spellcheck={false} />
        <button
          type="button"
          class="plain"
          hidden
          data-copy={id}
          data-done={text.layout.copied}
          aria-label={`${text.layout.copy}: ${label}`}
        >
          {text.layout.copy}
        </button>
      </div>
    </div>
  );
}
