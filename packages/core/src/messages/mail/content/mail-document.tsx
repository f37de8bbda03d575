import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { accentColours } from '../../../brand/accent.ts';
import type { MailContent } from '../../../context/send-mail.ts';
import { cutText, oneLine } from '../../alerts/formats/cut-text.ts';
import type { MailSettings } from '../mail.ts';
import { english } from './english.ts';
import { Accent, Cell, LayoutTable } from './mail-parts.tsx';
import { darkStyle, fonts, light } from './mail-style.ts';
import { paragraphs } from './plain-text.ts';

const maxBrand = 60;

/** The parts of a mail. */
interface MailParts {
  /** Its texts of others are on one line, and short. */
  readonly subject: string;
  /** What lists of mails show after the subject. */
  readonly preview: string;
  readonly brand: MailSettings['brand'];
  /** The paragraphs of the plain text; what is `null` is left out. */
  readonly text: readonly (string | null)[];
  readonly content: VNode;
  readonly footer?: VNode;
}

/** Completes a mail. */
export function mailOf({ text, ...parts }: MailParts): MailContent {
  const html = `<!doctype html>${renderToString(<MailDocument {...parts} />)}`;
  return { subject: parts.subject, text: paragraphs(text), html };
}

const maxPreview = 200;

/** What lists of mails show after the subject. */
export function previewOf(sentences: readonly string[]): string {
  return cutText(sentences.join(' '), maxPreview);
}

/** The name of a brand as mails show it. */
export function brandName({ name }: MailSettings['brand']): string {
  return cutText(oneLine(name), maxBrand);
}

/** Tables, and colours in each element: mail programs drop much of HTML and CSS. It loads nothing. */
function MailDocument({ subject, preview, brand, content, footer }: Omit<MailParts, 'text'>) {
  return (
    <html lang={english.language} dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Without these, mail programs change sizes, and make links of dates and numbers. */}
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkStyle(brand.accent) }} />
      </head>
      <body class="tint" style={`margin:0;padding:0;background-color:${light.tint};`}>
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">{preview}</div>
        {/* Mail programs that show the mail within a page of theirs drop the attributes of html. */}
        <div lang={english.language} dir="ltr">
          <Accent.Provider value={accentColours(brand.accent).light}>
            <LayoutTable>
              <tr>
                <Cell class="tint" background={light.tint} style="padding:24px 0;">
                  <Sheet brand={brandName(brand)} content={content} footer={footer} />
                </Cell>
              </tr>
            </LayoutTable>
          </Accent.Provider>
        </div>
      </body>
    </html>
  );
}

/** At most as wide as text is read well. */
const sheet = 'max-width:600px;margin:0 auto;table-layout:fixed;';
/** Long URLs and quotes do not widen it. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word;';

function Sheet({
  brand,
  content,
  footer,
}: {
  readonly brand: string;
  readonly content: VNode;
  readonly footer: VNode | undefined;
}): VNode {
  const { ink, line } = light.ink;
  return (
    <LayoutTable style={sheet}>
      <tr>
        <Cell style={`padding:0 20px 12px;${breaks}`}>
          <p
            class="ink"
            style={`${fonts}margin:0;font-size:16px;line-height:24px;font-weight:600;color:${ink};`}
          >
            <bdi>{brand}</bdi>
          </p>
        </Cell>
      </tr>
      <tr>
        <Cell
          class="paper line"
          background={light.paper}
          style={`padding:24px 20px 28px;border:1px solid ${line};${breaks}`}
        >
          {content}
        </Cell>
      </tr>
      {footer && (
        <tr>
          <Cell style={`padding:8px 20px 0;${breaks}`}>{footer}</Cell>
        </tr>
      )}
    </LayoutTable>
  );
}
