import type { ComponentChildren, VNode } from 'preact';
import { accentColours, defaultAccent } from '../brand/accent.ts';
import type { PagesSettings } from '../http/pages-options.ts';
import type { WhyOf } from '../reports/why-of.ts';
import { english as text } from './english.ts';
import type { Links } from './links.ts';
import { Whys } from './parts/why.tsx';
import { visible } from './visible.ts';

/** What every page is drawn with. */
export interface PageContext {
  readonly settings: PagesSettings;
  readonly links: Links;
  /** Why findings matter, which reports do not contain. */
  readonly whyOf: WhyOf;
}

/** Properties of {@link Layout}. */
interface LayoutProps {
  readonly settings: PagesSettings;
  /** `undefined` on a page that loads no files: it has no script, and contains its stylesheet. */
  readonly links: Links | undefined;
  /** Why findings on the page matter. */
  readonly whyOf?: WhyOf | undefined;
  /** The stylesheet of a page without links. */
  readonly style?: string | undefined;
  /** May contain texts of analysed pages. */
  readonly title: string;
  /** Whether search engines may index the page. Default: `false`. */
  readonly indexable?: boolean | undefined;
  /** May contain texts of analysed pages. */
  readonly description?: string | undefined;
  /** The path of the page, for link previews and search engines. */
  readonly canonical?: string | undefined;
  /** The menu of the console, or the links of the reference. Shared pages have none. */
  readonly menu?: VNode | undefined;
  /** Contents of a long page, which the skip link skips. */
  readonly contents?: VNode | undefined;
  readonly children: ComponentChildren;
}

/** The frame of every page: head, name, menu, content and footer. */
export function Layout(props: LayoutProps): VNode {
  const { settings, links, whyOf, style, menu, contents, children } = props;
  const title = headText(props.title);
  const description = props.description && headText(props.description);
  return (
    <html lang={text.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${settings.name}`}</title>
        {description && <meta name="description" content={description} />}
        {props.indexable ? (
          links &&
          props.canonical && <link rel="canonical" href={links.absolute(props.canonical)} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        {props.canonical && links && (
          <>
            <meta property="og:title" content={title} />
            {description && <meta property="og:description" content={description} />}
            <meta property="og:type" content="website" />
            <meta property="og:url" content={links.absolute(props.canonical)} />
            <meta property="og:site_name" content={settings.name} />
          </>
        )}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={iconOf(accentColours(settings.accent ?? defaultAccent).light)} />
        {links && <link rel="stylesheet" href={links.style} />}
        {links && <script src={links.script} defer />}
        {/* Quotes in a stylesheet must not be escaped. */}
        {style && <style dangerouslySetInnerHTML={{ __html: style }} />}
      </head>
      <body>
        <a class="skip" href="#content">
          {text.layout.skip}
        </a>
        <header class="top">
          <Brand settings={settings} link={menu && links?.console} />
          {menu}
        </header>
        {contents}
        {links && (
          <p class="offline" role="status" data-offline="" hidden>
            {text.layout.offline}
          </p>
        )}
        <main id="content">
          {whyOf ? <Whys.Provider value={whyOf}>{children}</Whys.Provider> : children}
        </main>
        {settings.footer && <footer class="bottom">{settings.footer}</footer>}
      </body>
    </html>
  );
}

/** Text for the head, on one line: there, no markup can isolate a text from the one around it. */
function headText(text: string): string {
  return visible(text.replaceAll('\n', ' '));
}

function Brand({ settings, link }: { settings: PagesSettings; link: string | undefined }): VNode {
  const content = settings.logo === undefined ? settings.name : <Logo {...settings} />;
  if (link === undefined) return <p class="brand">{content}</p>;
  return (
    <p class="brand">
      <a href={link}>{content}</a>
    </p>
  );
}

/** A logo in place of the name. Without one for the dark scheme, it is on a light background there. */
function Logo({ name, logo, logoDark }: PagesSettings): VNode {
  if (logoDark === undefined) return <img class="on-light" src={logo} alt={name} height="28" />;
  // Both, and not one of a <picture>: who prints a dark page would print the logo that is on the screen.
  return (
    <>
      <img class="for-light" src={logo} alt={name} height="28" />
      <img class="for-dark" src={logoDark} alt={name} height="28" />
    </>
  );
}

/** A tick on the accent colour, on which white is legible. */
function iconOf(accent: string): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%23${accent.slice(1)}'/%3E%3Cpath d='M4 9l3 3 5-8' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E`;
}
