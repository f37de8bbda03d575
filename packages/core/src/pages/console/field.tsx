import type { ComponentChildren, JSX, VNode } from 'preact';
import { english as text } from '../english.ts';
import { WithFlags } from '../parts/with-flags.tsx';
import { filledLines } from './filled-lines.ts';
import { type Form, formText, rawText } from './form.ts';

/** What all fields have. */
interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value, as the API says it. */
  readonly issue?: string | undefined;
}

/** Attributes of an input for what must be typed exactly: a URL, an address, a path. */
export const exact = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

/** Attributes of an input for a number. */
export const digits = { class: 'short', inputMode: 'numeric', autocomplete: 'off' } as const;

/** A form with its button. */
export function FormView({
  action,
  busy,
  button,
  children,
}: {
  readonly action: string;
  /** The label of the button while the form is sent. */
  readonly busy: string;
  readonly button: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <form method="post" action={action} data-busy={busy}>
      {children}
      <div class="actions">
        <button type="submit">{button}</button>
      </div>
    </form>
  );
}

/** The properties of the fields of a form with one line, by name: the value, and what is wrong with it. */
export function fieldsOf({ sent, issues }: Form) {
  return (name: string) => ({ name, value: formText(sent, name), issue: issues[name]?.[0] });
}

/** A field of a form with its label, its hint, and the error at it. */
export function Field({
  name,
  label,
  hint,
  issue,
  ...input
}: FieldProps & JSX.InputHTMLAttributes): VNode {
  return (
    <Labelled
      name={name}
      label={label}
      hint={hint}
      error={<FieldError name={name} label={label} issue={issue} />}
    >
      <input {...stateOf(name, hint, issue !== undefined)} {...input} />
    </Labelled>
  );
}

/** A field with a list of choices. */
export function ChoiceField<Choice extends string>({
  name,
  label,
  issue,
  choices,
  texts,
  value,
}: FieldProps & {
  /** The first one is the default. */
  readonly choices: readonly Choice[];
  readonly texts: Readonly<Record<Choice, string>>;
  readonly value: string;
}): VNode {
  return (
    <Labelled
      name={name}
      label={label}
      error={<FieldError name={name} label={label} issue={issue} />}
    >
      <select {...stateOf(name, undefined, issue !== undefined)} class="medium">
        {choices.map((choice) => (
          <option key={choice} value={choice} selected={choice === value}>
            {texts[choice]}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** Lines with errors that are shown. The others may well have the same error. */
const maxShownLines = 10;

/** A field with a list, one line each. Errors name their lines. */
export function LinesField({
  form: { sent, issues },
  max,
  lineIssue = (issue) => issue,
  name,
  label,
  hint,
  ...textarea
}: FieldProps &
  Pick<JSX.TextareaHTMLAttributes, 'rows' | 'required' | 'inputMode'> & {
    readonly form: Form;
    /** The most lines that are allowed. */
    readonly max: number;
    /** What is wrong with a line, after its number. */
    readonly lineIssue?: (issue: string, line: string) => ComponentChildren;
  }): VNode {
  const value = rawText(sent, name);
  const wrong = [
    ...(issues[name] ?? []).slice(0, 1).map((issue) => text.console.fieldError(label, issue)),
    ...filledLines(value, max).flatMap(({ line, text: content }, index) =>
      (issues[`${name}.${index}`] ?? [])
        .slice(0, 1)
        .map((issue) => [text.console.line(line), ' ', lineIssue(issue, content)]),
    ),
  ];
  const hidden = wrong.length - maxShownLines;
  const error = wrong.length > 0 && (
    <div class="error" id={`${name}-error`} role="alert">
      <ul>
        {wrong.slice(0, maxShownLines).map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
        {hidden > 0 && <li>{text.console.moreLines(hidden)}</li>}
      </ul>
    </div>
  );
  return (
    <Labelled name={name} label={label} hint={hint} error={error}>
      <textarea
        {...stateOf(name, hint, wrong.length > 0)}
        class="urls"
        wrap="off"
        {...exact}
        {...textarea}
      >
        {/* Browsers drop the first line break, and one that was typed would be lost. */}
        {`\n${value}`}
      </textarea>
    </Labelled>
  );
}

/** Boxes or choices that belong together, with what is wrong with them. */
export function Choices({
  name,
  label,
  issue,
  children,
}: FieldProps & { readonly children: ComponentChildren }): VNode {
  return (
    <fieldset aria-describedby={issue === undefined ? undefined : `${name}-error`}>
      <legend>{label}</legend>
      <FieldError name={name} label={label} issue={issue} />
      {children}
    </fieldset>
  );
}

/** What is wrong with a field, or with a step. Nothing if nothing is. */
export function FieldError({ name, label, issue }: Omit<FieldProps, 'hint'>): VNode | null {
  if (issue === undefined) return null;
  return (
    <p class="error" id={`${name}-error`} role="alert">
      <WithFlags>{text.console.fieldError(label, issue)}</WithFlags>
    </p>
  );
}

/** What is wrong with a step that a button of the page takes. */
export function StepError({ refused }: { readonly refused: Form | undefined }): VNode | null {
  return <FieldError name="step" label="" issue={refused?.issues.step?.[0]} />;
}

/** A field with its label, its hint, and what is wrong with it. */
function Labelled({
  name,
  label,
  hint,
  error,
  children,
}: Omit<FieldProps, 'issue'> & {
  readonly error: ComponentChildren;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error}
      {children}
    </div>
  );
}

/** Attributes that connect an input with its label, its hint and its error. */
function stateOf(name: string, hint: string | undefined, isWrong: boolean) {
  const described = [hint && `${name}-hint`, isWrong && `${name}-error`].filter(Boolean).join(' ');
  return {
    id: name,
    name,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': described === '' ? undefined : described,
  };
}
