import type { JSX, VNode } from 'preact';
import type { Entries } from '../../http/request/form.ts';
import { english as text } from '../english.ts';
import { WithFlags } from '../parts/with-flags.tsx';

/** Properties of {@link Field}: those of the input, and the texts around it. */
interface FieldProps extends JSX.InputHTMLAttributes {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value, as the API says it. */
  readonly issue?: string | undefined;
}

/** A field of a form with its label, its hint, and the error at it. */
export function Field({ name, label, hint, issue, ...input }: FieldProps): VNode {
  const described = [hint && `${name}-hint`, issue && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {issue !== undefined && (
        <p class="error" id={`${name}-error`} role="alert">
          <WithFlags>{text.console.fieldError(label, issue)}</WithFlags>
        </p>
      )}
      <input
        id={name}
        name={name}
        aria-invalid={issue === undefined ? undefined : 'true'}
        aria-describedby={described === '' ? undefined : described}
        {...input}
      />
    </div>
  );
}

/** The text of a field of a form. Empty if it was not sent, sent twice, or is not text. */
export function formText(sent: Entries, name: string): string {
  const [value, ...others] = sent.get(name) ?? [];
  return typeof value === 'string' && others.length === 0 ? value : '';
}

/** The texts of a field that may be sent several times. What is not text is left out. */
export function formTexts(sent: Entries, name: string): readonly string[] {
  return (sent.get(name) ?? []).filter((value) => typeof value === 'string');
}
