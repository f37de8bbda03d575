import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { fonts, light, monospace } from './mail-style.ts';

/** The accent colour on light backgrounds, as `#rrggbb`. */
export const Accent = createContext('');

/** What contains other parts. */
interface Parts {
  readonly children: ComponentChildren;
}

/** A table of layout: its children are rows. Screen readers do not see it as a table. */
export function LayoutTable({ style = '', children }: Parts & { style?: string }): VNode {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style={`width:100%;border-collapse:collapse;border-spacing:0;${style}`}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

/** Properties of {@link Cell}. */
interface CellProps {
  /** Its classes, by which it has colours in the dark scheme. */
  readonly class?: string;
  /** As `#rrggbb`. */
  readonly background?: string;
  readonly width?: string;
  readonly style?: string;
  readonly children?: ComponentChildren;
}

/** A cell, with its background as attribute and as style: some mail programs read only one. */
export function Cell({ class: name, background, width, style = '', children }: CellProps): VNode {
  const colour = background === undefined ? '' : `background-color:${background};`;
  const attributes = { bgcolor: background, width };
  return (
    <td {...attributes} class={name} style={`padding:0;${colour}${style}`}>
      {children}
    </td>
  );
}

const text = `${fonts}margin:0;`;

/** The heading of the mail. */
export function Title({ children }: Parts): VNode {
  return (
    <h1
      class="ink"
      style={`${text}font-size:22px;line-height:29px;font-weight:700;color:${light.ink.ink};`}
    >
      {children}
    </h1>
  );
}

/** The heading of a section. */
export function Heading({ children }: Parts): VNode {
  return (
    <h2
      class="ink"
      style={`${text}margin-top:28px;font-size:17px;line-height:24px;font-weight:700;color:${light.ink.ink};`}
    >
      {children}
    </h2>
  );
}

/** A paragraph. */
export function Paragraph({ children }: Parts): VNode {
  return (
    <p
      class="ink"
      style={`${text}margin-top:12px;font-size:16px;line-height:24px;color:${light.ink.ink};`}
    >
      {children}
    </p>
  );
}

/** A paragraph beside the main text. */
export function Note({ children }: Parts): VNode {
  return (
    <p
      class="soft"
      style={`${text}margin-top:8px;font-size:14px;line-height:21px;color:${light.ink.soft};`}
    >
      {children}
    </p>
  );
}

/** What a website has in its source. */
export function Quote({ children }: Parts): VNode {
  return (
    <p
      class="tint ink"
      style={`${monospace}margin:8px 0 0;padding:6px 10px;border-radius:6px;background-color:${light.tint};font-size:13px;line-height:20px;color:${light.ink.ink};`}
    >
      <bdi>{children}</bdi>
    </p>
  );
}

/** A link. */
export function Link({ url, children }: Parts & { readonly url: string }): VNode {
  const colour = `color:${useContext(Accent)};`;
  return (
    <a class="link" href={url} style={`${colour}text-decoration:underline;`}>
      {children}
    </a>
  );
}

/** The link that matters most, as a cell with a background: mail programs do not draw the padding of links alike. */
export function Button({ url, children }: Parts & { readonly url: string }): VNode {
  const accent = useContext(Accent);
  return (
    <table
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      style="margin-top:24px;border-collapse:separate;"
    >
      <tbody>
        <tr>
          <Cell class="button" background={accent} style="border-radius:6px;">
            <a
              class="button"
              href={url}
              style={`${fonts}display:inline-block;padding:11px 20px;border-radius:6px;background-color:${accent};color:${light.paper};font-size:16px;line-height:22px;font-weight:600;text-decoration:none;`}
            >
              {children}
            </a>
          </Cell>
        </tr>
      </tbody>
    </table>
  );
}
