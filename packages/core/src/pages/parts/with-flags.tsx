import type { VNode } from 'preact';

/** A text in which an option of the command, such as `--allow-localhost`, is never broken into two lines. */
export function WithFlags({ children }: { readonly children: string }): VNode {
  return (
    <>
      {children.split(/(--[a-z]+(?:-[a-z]+)*)/).map((part, index) =>
        part.startsWith('--') ? (
          <span key={index} class="flag">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}
