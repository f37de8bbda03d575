import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import { type GlossaryEntry, wordsIn } from '../glossary.ts';

type Texts = readonly (string | null | undefined)[];

/** The words of a finding that not everyone knows, to be opened where they stand. */
export function Words({ texts }: { readonly texts: Texts }): VNode | null {
  const words = wordsIn(texts);
  if (words.length === 0) return null;
  return (
    <details class="words">
      <summary>
        {text.words.explained}: {words.map(({ word }) => word).join(', ')}
      </summary>
      <Meanings words={words} />
    </details>
  );
}

/** The words of all findings of a section, once, at its end. Only on paper, where nothing can be opened. */
export function PrintedWords({ texts }: { readonly texts: Texts }): VNode | null {
  const words = wordsIn(texts);
  if (words.length === 0) return null;
  return (
    <div class="printed-words">
      <h3>{text.words.printed}</h3>
      <Meanings words={words} />
    </div>
  );
}

function Meanings({ words }: { readonly words: readonly GlossaryEntry[] }): VNode {
  return (
    <dl>
      {words.map(({ word, meaning }) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
