import type { CharsetFact } from './charset/sniff-charset.ts';
import type { GarbledSpan } from './facts/garbled-text.ts';
import type { StyleMark } from './facts/style-marks.ts';

/** A position in the page's source. Lines and columns count from 1, in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A tag as written in the source: what evidence quotes. */
export interface SourceTag extends Position {
  /** The start tag's source, cut to 300 characters. */
  readonly html: string;
}

/** A `<title>` of the document. Titles inside SVG are not included. */
export interface TitleFact extends SourceTag {
  /** White space collapsed and trimmed. */
  readonly text: string;
  /** Whether it is in the head once the parser's rules are applied. */
  readonly inHead: boolean;
}

/** A `<meta>` element. Attribute values are as written; `null` where the attribute is absent. */
export interface MetaFact extends SourceTag {
  readonly name: string | null;
  readonly property: string | null;
  readonly httpEquiv: string | null;
  readonly charset: string | null;
  readonly content: string | null;
  readonly inHead: boolean;
}

/** A `<link>` element. Attribute values are as written; `null` where the attribute is absent. */
export interface LinkTagFact extends SourceTag {
  /** The first 32 tokens of `rel`, lower-case. */
  readonly rel: readonly string[];
  readonly href: string | null;
  readonly hreflang: string | null;
  readonly media: string | null;
  readonly type: string | null;
  readonly as: string | null;
  readonly integrity: string | null;
  readonly crossorigin: string | null;
  readonly disabled: boolean;
  readonly inHead: boolean;
}

/**
 * Who an element is hidden from, by its own attributes and those of its ancestors; style sheets are
 * not read. `all`: `hidden`, an inline `display: none` or `visibility: hidden`, a `<dialog>` without
 * `open`, or a popover. `readers`: `aria-hidden="true"` or `inert`, so that it is
 * visible, but assistive technology skips it. `hidden="until-found"` hides from no one, and neither does
 * hiding the complete page: a script shows it.
 */
export type Hidden = 'no' | 'readers' | 'all';

/** The source of an element's accessible name and role. Values are as written. */
export interface AccessibleFact extends SourceTag {
  readonly role: string | null;
  readonly ariaLabel: string | null;
  readonly ariaLabelledby: string | null;
  /** The `title` attribute. */
  readonly title: string | null;
  readonly tabindex: string | null;
  /** Whether `role="none"` removes the element's semantics for assistive technology. */
  readonly presentational: boolean;
  readonly hidden: Hidden;
}

/** An element whose content may give its accessible name. */
interface NamedFact extends AccessibleFact {
  /**
   * Its content as assistive technology reads it, white space collapsed and trimmed: without what is
   * hidden from it, and with `alt`, `aria-label`, `title` and field values instead of elements that
   * have no text. Where that is empty: the text that `aria-labelledby` of descendants refers to.
   */
  readonly accessibleText: string;
}

/** The text that visitors see in an element with an `aria-label` or `aria-labelledby`. */
export interface VisibleLabel {
  /**
   * Without alternative texts and without what is hidden from all; white space collapsed and trimmed, cut to 400
   * characters: no check compares a longer one.
   */
  readonly text: string;
  /**
   * Whether no style sheet can hide a part of it or change its spaces: no element inside has a `class` or a
   * `style`, or is a custom element.
   */
  readonly certain: boolean;
}

/** An element that visitors operate, and that its content may name. */
interface LabelledFact extends NamedFact {
  /** `null` where it has neither an `aria-label` nor an `aria-labelledby`. */
  readonly visibleLabel: VisibleLabel | null;
}

/** A heading, `<h1>` to `<h6>`. */
export interface HeadingFact extends NamedFact {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Its text and the `alt` of its images, without what is hidden from all: collapsed, trimmed. */
  readonly text: string;
}

/** An `<img>` element. */
export interface ImageFact extends AccessibleFact {
  readonly src: string | null;
  readonly srcset: string | null;
  readonly sizes: string | null;
  /** `null` where there is no `alt`; `''` marks a decorative image. */
  readonly alt: string | null;
  readonly ariaHidden: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly style: string | null;
  readonly loading: string | null;
  readonly fetchpriority: string | null;
  /**
   * Whether its attributes are those of scripts that load an image when it comes into view, so that `src`
   * is only a placeholder: `data-src`, `data-srcset`, `data-lazy-src`, `data-lazy-srcset`, the class
   * `lazyload`.
   */
  readonly loadedByScript: boolean;
  /** Whether it is in a `<picture>`. */
  readonly inPicture: boolean;
  /** Index of the innermost `<a>` around it in the list `anchors`; `null` outside of links. */
  readonly link: number | null;
}

/** An `<a>` element. */
export interface AnchorFact extends LabelledFact {
  readonly href: string | null;
  /** The tokens of `rel`, lower-case. */
  readonly rel: readonly string[];
  readonly target: string | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly download: boolean;
  /** Whether it has an `onclick`. */
  readonly scripted: boolean;
  /** Its own `lang` or that of the nearest ancestor below `<html>`, as written; `null` without one. */
  readonly lang: string | null;
  /** Its text and the `alt` of its images, without what is hidden from all: collapsed, trimmed. */
  readonly text: string;
}

/**
 * An element that is a heading, a link, an image or an image button, but not by its tag: by its
 * `role`, as an `<area>` with `href`, or as an `<input type="image">`. Of SVG, an element with the role of an image; its
 * `accessibleText` is that of the first `<title>` directly in it, the only content that names it.
 */
export interface RoleFact extends LabelledFact {
  /** Its tag name, lower-case. */
  readonly element: string;
  readonly kind: 'heading' | 'link' | 'image' | 'image-button' | 'svg-image';
  readonly alt: string | null;
  readonly href: string | null;
}

/**
 * A dialog, tooltip, progress bar or meter, by its role or as a `<dialog>`. A `<progress>` and a `<meter>`, which a
 * `<label>` may name, are controls, and so is all that has another reason to be one. Links, headings, images, tables,
 * figures and field sets with such a role, which something else may name, are left out.
 */
export interface WidgetFact extends NamedFact {
  readonly kind: 'dialog' | 'meter' | 'progressbar' | 'tooltip';
}

/** An `<a>` inside SVG with an `href` or an `xlink:href`. */
export interface SvgLinkFact extends SourceTag {
  /** The `href`, or without one the `xlink:href`. */
  readonly href: string;
}

/**
 * An element that visitors operate or that a `<label>` may name: `<button>`, `<input>` except hidden ones,
 * `<select>`, `<textarea>`, the first `<summary>` directly in a `<details>`, `<meter>`, `<progress>`, `<output>`, custom
 * elements with an `id`, and elements with the role of a button, field, tab, option, menu or tree item. Links, headings,
 * images and areas with such a role have their own lists, and a `<datalist>` is not one.
 */
export interface ControlFact extends LabelledFact {
  /** Its tag name, lower-case. */
  readonly element: string;
  /** The state of an `<input>`'s `type`: `text` for unknown ones; `null` for other elements. */
  readonly type: string | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly value: string | null;
  readonly alt: string | null;
  readonly placeholder: string | null;
  readonly autocomplete: string | null;
  readonly onpaste: string | null;
  /** Whether scripts fill in its content: by attributes of frameworks, or in custom elements. */
  readonly filledByScript: boolean;
  /**
   * Whether it is disabled by its own `disabled`, a disabled `<fieldset>`, or `aria-disabled="true"` of
   * itself, or of a form, a field set or an element with a role around it.
   */
  readonly disabled: boolean;
  /** Index of the innermost {@link GroupFact} around it; `null` outside of groups, -1 if that is not kept. */
  readonly group: number | null;
  /** Number of `<form>` elements that begin before it: fields of one form have the same. */
  readonly form: number;
}

/** A `<fieldset>`, or another element with the role `group` or `radiogroup`. */
export interface GroupFact extends AccessibleFact {
  /** Its tag name, lower-case. */
  readonly element: string;
  /** Index of the innermost group around it; `null` without one, -1 if that is not kept. */
  readonly parent: number | null;
  /** The `<legend>` of a `<fieldset>`; `null` without one. */
  readonly legend: LegendFact | null;
}

/** A `<legend>` directly in a `<fieldset>`. */
export interface LegendFact extends SourceTag {
  /** Whether an attribute names it: `aria-label`, `aria-labelledby` or `title`. */
  readonly named: boolean;
  /** Whether scripts fill in its content. */
  readonly filledByScript: boolean;
  /** Its content as assistive technology reads it. */
  readonly accessibleText: string;
}

/**
 * An element with an `onclick`, or with the role of a button, checkbox, link or switch, that is not one by its tag,
 * is not in one and has none inside, and has no `tabindex`. One with an `onclick` alone has text or is an image.
 */
export interface ClickableFact extends SourceTag {
  /** Its tag name, lower-case. */
  readonly element: string;
  readonly role: string | null;
  /** The first 200 characters of the `onclick`; `''` without one. */
  readonly onclick: string;
}

/**
 * An element of HTML whose `style` conceals the links in it from those who see the page; not one inside of another.
 */
export interface ConcealedFact extends SourceTag {
  /**
   * The property that conceals them: `position` also for text that is indented beyond the screen, and for what is
   * clipped to nothing; `size` for a box without height or width that hides what overflows it.
   */
  readonly how: 'display' | 'font-size' | 'opacity' | 'position' | 'size' | 'visibility';
  /** Whether no element inside has a `class` or a `style`, which may show it again. */
  readonly plain: boolean;
  /** Index of the first link inside in the list `anchors`. */
  readonly firstLink: number;
  /** Number of links inside, at least 1. */
  readonly links: number;
}

/** An `<abbr>`. */
interface AbbreviationFact extends SourceTag {
  readonly title: string | null;
  readonly hidden: Hidden;
  readonly text: string;
}

/** A `<param>` that only plug-ins read: `movie`, `wmode`, `flashvars`, `allowscriptaccess`. */
interface PluginParamFact extends SourceTag {
  /** Lower-case. */
  readonly name: string;
  readonly value: string;
}

/** A `<div>`, `<p>` or `<span>` whose `style` makes its text bold and at least half as large again. */
interface LargeTextFact extends SourceTag {
  readonly hidden: Hidden;
  readonly text: string;
}

/**
 * An element of HTML whose `style` sets the space between letters, words or lines with `!important`, and that begins
 * with text.
 */
export interface SpacedTextFact extends SourceTag {
  readonly style: string;
  readonly hidden: Hidden;
  /** The source of the text up to the next tag, cut to 300 characters. */
  readonly text: string;
}

/** An `<li>` whose only text is one link. */
interface ListLinkFact {
  /** Index of the innermost list around it in `lists`. */
  readonly list: number;
  /** Index of the link in `anchors`. */
  readonly anchor: number;
}

/** A `<label>`. */
export interface FieldLabelFact extends SourceTag {
  /** Its `for`. */
  readonly htmlFor: string | null;
  /** Index of the first of the controls inside that it may name; `null` without one. */
  readonly control: number | null;
  readonly ariaLabel: string | null;
  readonly title: string | null;
  readonly hidden: Hidden;
  /** Its text and the `alt` of its images, without options of lists: collapsed, trimmed. */
  readonly text: string;
  /** The same as assistive technology reads it, without the values of fields. */
  readonly accessibleText: string;
}

/** An element with an `accesskey`, or with a `tabindex` above 0. */
export interface KeyboardFact extends SourceTag {
  /** As written; `null` without one. */
  readonly accesskey: string | null;
  /** The number; `null` where it is 0, negative or missing. */
  readonly tabindex: number | null;
  readonly hidden: Hidden;
}

/**
 * An element of HTML, SVG or MathML with a `role` or an ARIA attribute. Roles are lower-case; `''` is the
 * role of what assistive technology does not see, and `'?'` that of a custom element, whose scripts may set
 * one.
 */
export interface AriaFact extends SourceTag {
  /** Its tag name, lower-case. */
  readonly element: string;
  readonly id: string | null;
  /** `type` of an `<input>`, lower-case. */
  readonly type: string | null;
  /** The `role` attribute, as written. */
  readonly role: string | null;
  /** The role that it has without a `role`; `null` for none. */
  readonly implicitRole: string | null;
  /** Whether `role="none"` removes the element's semantics for assistive technology. */
  readonly presentational: boolean;
  readonly tabindex: string | null;
  /** The names of its attributes that begin with `aria-`, lower-case, the first 32. */
  readonly names: readonly string[];
  /** The value of each of {@link names}, as written. */
  readonly values: readonly string[];
  /**
   * Of `role`, `href`, `tabindex` and the attributes of ARIA, those that a framework sets: `aria-label` for
   * `:aria-label` or `[attr.aria-label]`. `*` for all.
   */
  readonly bound: readonly string[];
  readonly hidden: Hidden;
  /** Whether an element around it has `aria-busy="true"`. */
  readonly busy: boolean;
  /**
   * The role of the nearest element around it that assistive technology sees; `''` for none. Of a group, that of
   * the nearest one that is not a group.
   */
  readonly parent: string;
  /**
   * The roles of its children, each once, the first 16, if its `role` is that of a group or decides which roles they
   * may have. Children are the elements that assistive technology sees directly in it.
   */
  readonly children: readonly string[];
  /** Whether text is directly in it, if {@link children} are kept. */
  readonly hasText: boolean;
}

/**
 * An element that the Tab key reaches, but assistive technology ignores. Of several that are ignored because of the
 * same element, only the first.
 */
export interface HiddenFocusFact extends SourceTag {
  /** Its tag name, lower-case. */
  readonly element: string;
  /**
   * `aria-hidden` on the element or an ancestor, or an ancestor that is read as a whole, such as a button:
   * WAI-ARIA's "presentational children".
   */
  readonly because: 'aria-hidden' | 'presentational-children';
  /** The role of the element that it is ignored because of; `''` for none. */
  readonly role: string;
  /** The element that it is ignored because of. */
  readonly by: SourceTag;
  /** Whether that is the element itself. */
  readonly itself: boolean;
}

/** An `<iframe>`. */
export interface FrameFact extends AccessibleFact {
  readonly src: string | null;
  /** The page that it shows instead of {@link src}. */
  readonly srcdoc: string | null;
  readonly loading: string | null;
  readonly sandbox: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly style: string | null;
}

/** A `<script>` element. */
export interface ScriptFact extends SourceTag {
  readonly src: string | null;
  readonly type: string | null;
  readonly async: boolean;
  readonly defer: boolean;
  readonly nomodule: boolean;
  readonly integrity: string | null;
  readonly crossorigin: string | null;
  readonly inHead: boolean;
  /**
   * What an inline script contains of a list of known texts, as written, each once, at most 40, in the order
   * of the script: URLs of tracking services (`google-analytics.com/analytics.js`), parts of words
   * about consent and storage (`onsent`, `ookie`), names and versions in the comments of libraries
   * (`jQuery v3.7.1`), `sourceMappingURL=`; `snippet` if it begins with the snippet of a tracking
   * service; and `document.write` if it certainly loads a file with that while the page is read, in the first 20,000
   * characters of the first 20 scripts that name it. Empty for scripts with a `src` or a type that browsers do not run.
   */
  readonly marks: readonly string[];
}

/** A secret in the page's source, outside of the text that visitors read. */
export interface SecretFact extends Position {
  readonly kind:
    | 'Anthropic key'
    | 'GitHub token'
    | 'GitLab token'
    | 'OpenAI key'
    | 'private key'
    | 'SendGrid key'
    | 'Slack token'
    | 'Slack webhook'
    | 'Stripe secret key';
  /** Its first characters: enough to find it, too few to use it. */
  readonly shown: string;
}

/** A `<script type="application/ld+json">`. */
export interface JsonLdFact extends SourceTag {
  /** Its content, cut to 200,000 characters, and to 1,000,000 for all blocks of the page together. */
  readonly text: string;
  /** Whether it was cut. */
  readonly truncated: boolean;
}

/** A `<form>`, or a button with a `formaction`. */
export interface FormFact extends SourceTag {
  readonly element: 'form' | 'button' | 'input';
  /** `action` or `formaction`. */
  readonly action: string | null;
  readonly method: string | null;
}

/** An element that loads media: `<video>`, `<audio>`, `<source>`, `<track>`, `<object>`, `<embed>`. */
export interface MediaFact extends AccessibleFact {
  readonly element: 'video' | 'audio' | 'source' | 'track' | 'object' | 'embed';
  /** `src`, or `data` of an `<object>`. */
  readonly src: string | null;
  readonly srcset: string | null;
  readonly sizes: string | null;
  readonly poster: string | null;
  readonly type: string | null;
  /** The `kind` of a `<track>`, as written. */
  readonly trackKind: string | null;
  readonly autoplay: boolean;
  readonly controls: boolean;
  readonly loop: boolean;
  readonly muted: boolean;
  /** Index of the innermost `<video>` or `<audio>` around it in this list; `null` without one. */
  readonly player: number | null;
  /** Whether it is in a `<picture>`. */
  readonly inPicture: boolean;
}

/** Graphics in the HTML itself: an `<svg>` of at least 5,000 characters. */
export interface InlineSvgFact extends SourceTag {
  /** Characters from its start tag to the end of the last start tag in it. */
  readonly characters: number;
}

/** A span of the visible text, outside of code, that is certainly garbled. */
export interface GarbledTextFact extends Position {
  readonly kind: GarbledSpan['kind'];
  /** The span with some of the text around it. */
  readonly text: string;
}

/** A `<picture>`. An image in a `<picture>` inside counts, too. */
interface PictureFact extends SourceTag {
  readonly hasImage: boolean;
}

/** A value of a Microdata property. */
export interface ItemValueFact {
  /** The property. */
  readonly name: string;
  /** The attribute that has the value, as written, or the element's text; `''` without either. */
  readonly text: string;
}

/** An element with `itemscope`, or with RDFa's `typeof`. */
export interface ItemFact extends SourceTag {
  readonly syntax: 'microdata' | 'rdfa';
  /** The words of `itemtype` or `typeof`, as written. */
  readonly types: readonly string[];
  /** RDFa's `vocab`, its own or that of the nearest ancestor. */
  readonly vocab: string | null;
  /** Distinct names of its own properties, at most 100, in page order. */
  readonly properties: readonly string[];
  /** Microdata: values of its own properties that have a format (prices, dates, URLs), at most 100. */
  readonly values: readonly ItemValueFact[];
  /** Index of the item that has it as the value of a property; `null` where there is none. */
  readonly parent: number | null;
  /** Whether it has an `itemref`: properties elsewhere on the page. */
  readonly hasItemref: boolean;
}

/** An `<article>`. */
interface ArticleFact extends SourceTag {
  /** Whether an `<h1>` that is not {@link Hidden} from all is in it, and not in another article inside. */
  readonly hasMainHeading: boolean;
}

/** A `<time>` element. */
interface TimeFact extends SourceTag {
  readonly datetime: string | null;
  /** The first 32 words of `itemprop`, as written. */
  readonly itemprop: readonly string[];
  /** The first 32 words of `class`, as written. */
  readonly classes: readonly string[];
  readonly hidden: Hidden;
  /** Index of the innermost {@link ArticleFact} around it; `null` outside of articles. */
  readonly article: number | null;
  /** Without what is hidden from all: white space collapsed, trimmed. */
  readonly text: string;
}

/** A `<footer>`. */
interface FooterFact extends SourceTag {
  readonly hidden: Hidden;
  /** Index of the innermost {@link ArticleFact} around it; `null` outside of articles. */
  readonly article: number | null;
  /** Without what is hidden from all: white space collapsed, trimmed, cut to 10,000 characters. */
  readonly text: string;
}

/** The direction of a text that an element declares. */
export type Direction = 'ltr' | 'rtl' | 'auto';

/** An element other than `<html>` with a `lang`. */
export interface ElementLangFact extends SourceTag {
  readonly lang: string;
  /** Whether the attribute applies to any text that is shown or read out. */
  readonly hasText: boolean;
  /** Whether its tag makes a block of text: not one of the elements within a line. */
  readonly isBlock: boolean;
  /** Its own direction or that of the nearest ancestor below `<html>`; `null` without one. */
  readonly dir: Direction | null;
  /** Number of words of the visible text in it. */
  readonly words: number;
  /** Whether it has text in a script that is written from right to left. */
  readonly isRtlText: boolean;
}

/**
 * An element whose tag or role makes it a landmark, a part of the page that assistive technology jumps to. A
 * `<section>` or `<form>` is one with an `aria-label`, `aria-labelledby` or `title`, a `<header>` or
 * `<footer>` only outside of `<article>`, `<aside>`, `<main>`, `<nav>` and `<section>`.
 * Source: https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings
 */
export interface LandmarkFact extends AccessibleFact {
  /** Its tag name, lower-case. */
  readonly element: string;
  readonly kind:
    | 'banner'
    | 'complementary'
    | 'contentinfo'
    | 'form'
    | 'main'
    | 'navigation'
    | 'region'
    | 'search';
  /** The kind of the innermost landmark around it; `null` without one. */
  readonly around: LandmarkFact['kind'] | null;
  /** Whether it is in an `<article>`, `<aside>`, `<nav>` or `<section>`, or in an element with their roles. */
  readonly inSection: boolean;
  /** Whether it is in a dialog, or in a `<div>` with the class of a window that a script opens: `light-modal`. */
  readonly inWindow: boolean;
  /** Number of words of the visible text before it. */
  readonly wordsBefore: number;
  /** Number of words of the visible text in it. */
  readonly words: number;
}

/** The element that a link within the page, further up, points to by its `id` or `name`. */
export interface TargetFact extends SourceTag {
  readonly id: string;
  /** Whether one of those links is hidden from no one and in the tab order. */
  readonly reachable: boolean;
  readonly hidden: Hidden;
  /** Number of words of the visible text before it. */
  readonly wordsBefore: number;
}

/** A `<ul>`, `<ol>`, `<menu>` or `<dl>`. */
export interface ListFact extends SourceTag {
  readonly element: 'ul' | 'ol' | 'menu' | 'dl';
  readonly role: string | null;
  readonly hidden: Hidden;
  /** Number of its `<li>`; of a `<dl>`, of its `<dt>` and `<dd>`, also in a `<div>`. */
  readonly items: number;
  /** Number of other elements directly in it: only those of HTML that show something and have no `role`. */
  readonly others: number;
  /** The first of these. */
  readonly other: SourceTag | null;
}

/** An `<li>` outside of a list, or a `<dt>` or `<dd>` outside of a `<dl>`. */
export interface StrayItemFact extends SourceTag {
  readonly element: 'li' | 'dt' | 'dd';
  readonly role: string | null;
  readonly hidden: Hidden;
  /** Whether it is in a custom element, which may add the list. */
  readonly inCustomElement: boolean;
}

/** A cell of a table: `<td>` or `<th>`, or an element with the role of a cell. */
export interface CellFact {
  /** Whether it is a `<th>`. */
  readonly th: boolean;
  readonly role: string | null;
  readonly id: string | null;
  readonly headers: string | null;
  readonly scope: string | null;
  /** From 1 to 1,000. */
  readonly colspan: number;
  /** From 0, which means all remaining rows of the row group, to 65,534. */
  readonly rowspan: number;
  readonly hidden: Hidden;
  /** Whether an attribute names it: `aria-label`, `aria-labelledby`, `abbr` or `title`. */
  readonly named: boolean;
  /** Of a `<th>`: whether an element is directly in it. */
  readonly hasElements: boolean;
  /** Of a `<th>`, its content as assistive technology reads it; otherwise `''`. */
  readonly accessibleText: string;
  /** `null` for a `<td>` without `role` and `headers`, which no evidence quotes. */
  readonly tag: SourceTag | null;
}

/** A row of a table. */
export interface RowFact {
  /** Rows that follow each other with the same number are in one row group. */
  readonly group: number;
  readonly part: 'head' | 'body' | 'foot';
  readonly cells: readonly CellFact[];
}

/** A `<table>`, or another element with the role of a table, grid or tree grid. */
export interface TableFact extends AccessibleFact {
  /** Its tag name, lower-case. */
  readonly element: string;
  readonly hasCaption: boolean;
  /** Its rows, without those of tables inside it. */
  readonly rows: readonly RowFact[];
  /** Of a `<table>`, number of words of the visible text in its cells. */
  readonly words: number;
  /** Whether cells were left out, because the page has more than 10,000 of them. */
  readonly cut: boolean;
  /** Whether another table is in one of its cells. */
  readonly nests: boolean;
  /** Whether it is itself in a `<th>` of another table. */
  readonly inHeader: boolean;
  /** Whether a heading is in one of its cells. */
  readonly hasHeading: boolean;
}

/**
 * Parts that React streams after the rest of the page: hidden elements with an id such as `S:1`, which a script moves
 * to the place of the `<template>` with the id `B:1` or `P:1`. The tags right before the first of them that may be in
 * a head belong to them: React 19 writes those of its components there, as the head has been sent.
 */
interface StreamedFact extends Position {
  /** Number of words of text from there on that is {@link Hidden} from all. */
  readonly words: number;
}

/** The lists of facts, empty. Everything that collects or reads facts derives its lists from here. */
export function createFactLists() {
  return {
    titles: list<TitleFact>(),
    metas: list<MetaFact>(),
    links: list<LinkTagFact>(),
    headings: list<HeadingFact>(),
    images: list<ImageFact>(),
    anchors: list<AnchorFact>(),
    roles: list<RoleFact>(),
    widgets: list<WidgetFact>(),
    /** Also those inside MathML. */
    svgLinks: list<SvgLinkFact>(),
    controls: list<ControlFact>(),
    fieldLabels: list<FieldLabelFact>(),
    keyboard: list<KeyboardFact>(),
    aria: list<AriaFact>(),
    hiddenFocus: list<HiddenFocusFact>(),
    groups: list<GroupFact>(),
    clickables: list<ClickableFact>(),
    concealed: list<ConcealedFact>(),
    abbreviations: list<AbbreviationFact>(),
    pluginParams: list<PluginParamFact>(),
    largeTexts: list<LargeTextFact>(),
    spacedTexts: list<SpacedTextFact>(),
    listLinks: list<ListLinkFact>(),
    frames: list<FrameFact>(),
    scripts: list<ScriptFact>(),
    /** The first 100. */
    jsonLd: list<JsonLdFact>(),
    forms: list<FormFact>(),
    media: list<MediaFact>(),
    pictures: list<PictureFact>(),
    inlineSvgs: list<InlineSvgFact>(),
    /** The first 20 of a text, and 500 of the page; U+FFFD only in texts without character references. */
    garbled: list<GarbledTextFact>(),
    items: list<ItemFact>(),
    articles: list<ArticleFact>(),
    times: list<TimeFact>(),
    footers: list<FooterFact>(),
    langs: list<ElementLangFact>(),
    landmarks: list<LandmarkFact>(),
    targets: list<TargetFact>(),
    lists: list<ListFact>(),
    strayItems: list<StrayItemFact>(),
    tables: list<TableFact>(),
    /** `<blink>` and `<marquee>`. */
    moving: list<SourceTag & { readonly element: string }>(),
    /** Other elements that are obsolete in the HTML standard. */
    obsolete: list<SourceTag & { readonly element: string }>(),
    /** Elements with an `id` that an earlier element already has. */
    duplicateIds: list<SourceTag & { readonly id: string }>(),
    /** Start tags `<head>` and `<body>` after the first of each. */
    strayTags: list<SourceTag>(),
  };
}

function list<Fact>(): Fact[] {
  return [];
}

/** The lists of facts, by name. */
export type FactLists = ReturnType<typeof createFactLists>;

/**
 * The facts that one pass over a page collects. Checks see these and never the page.
 *
 * Lists are in source order and have at most 10,000 entries and 1,000,000 characters of texts, fewer where they would
 * take too much memory together; `notes` states it. Texts are cut to 2,000 characters, except of footers, and attribute values to
 * 2,050, which is longer than a URL may be. Of an attribute that is a list of words, the first 32
 * count. The content of `<template>` is not part of the page, nor is that of `<noscript>` when the
 * page is read as if scripts were enabled.
 *
 * A `<template shadowrootmode>` is a shadow root: its content takes the place of that of its host, and children of the host
 * that of its slots, in this order. Ids in it, and attributes that refer to them, have a prefix for their shadow root,
 * which no report shows. What has an effect only in the document (its title, its base URL, metadata, links other than style
 * sheets) is not recorded in a shadow root.
 */
export interface PageFacts
  extends Readonly<{ [Name in keyof FactLists]: readonly FactLists[Name][number][] }> {
  readonly charset: CharsetFact;
  /** Source of the doctype, cut to 300 characters; `null` where there is none. */
  readonly doctype: string | null;
  /** The layout mode that the doctype selects. */
  readonly mode: 'no-quirks' | 'limited-quirks' | 'quirks';
  /** The `<html>` element's start tag, with its `lang` and `dir`; `null` where the page has none. */
  readonly html:
    | (SourceTag & {
        readonly lang: string | null;
        readonly xmlLang: string | null;
        readonly dir: Direction | null;
      })
    | null;
  /** Whether an element other than `<html>` has text from right to left, or lets its text decide. */
  readonly turnsText: boolean;
  /** Whether the page has a `<dialog>`, which scripts may open in front of all else. */
  readonly hasDialog: boolean;
  /** `href` of the first `<base>` that has one, as written. */
  readonly baseHref: string | null;
  /** Distinct ids of the page's elements, as written. */
  readonly ids: ReadonlySet<string>;
  /** Whether the page has more ids than are kept. */
  readonly idsCut: boolean;
  /**
   * Names from elements that an `aria-labelledby` refers to, by id: their `aria-label`, `alt` or
   * value, content as assistive technology reads it, or `title`.
   */
  readonly labels: ReadonlyMap<string, string>;
  /** Secrets in scripts, attributes and comments, in source order, at most 100. */
  readonly secrets: readonly SecretFact[];
  /** Number of elements that assistive technology reads as a whole: {@link HiddenFocusFact.because}. */
  readonly flattened: number;
  /** Number of `style` attributes. */
  readonly inlineStyles: number;
  /** Number of `<style>` elements. */
  readonly styleElements: number;
  /** What their first 100,000 characters load or do, each once, sorted; `font` if there are more. */
  readonly styleMarks: readonly StyleMark[];
  /**
   * The element or text that is not allowed in a head and ended it before the page's own `</head>`.
   * What follows it is in the body. `null` where the head was not ended early.
   */
  readonly headBrokenBy: SourceTag | null;
  /** The text of `<noscript>` elements, without tags, white space collapsed, cut to 2,000 characters. */
  readonly noscriptText: string;
  /**
   * The visible text whose words {@link words} counts, cut to 100,000 characters: white space
   * collapsed, one line for each block.
   */
  readonly text: string;
  /**
   * Offsets in {@link text} where an element starts or ends between two characters that may be of one email address,
   * in ascending order, the first 10,000. Void elements such as `<wbr>` do not count.
   */
  readonly textSeams: readonly number[];
  /**
   * Number of words in the visible text: runs of letters and digits, separated by block boundaries.
   * Without scripts, styles, templates, form fields, lists of options, frames, the fallback content
   * of media, and what is {@link Hidden} from all. Text with `aria-hidden` counts: visitors see it.
   */
  readonly words: number;
  /**
   * Number of words of the visible text before the first link to another page that is not hidden; `null`
   * without one.
   */
  readonly wordsBeforeLink: number | null;
  /** Number of words of the visible text in custom elements, which may add elements around them. */
  readonly wordsInCustomElements: number;
  /** Number of words of text that is {@link Hidden} from all. */
  readonly hiddenWords: number;
  /** What React sends after the first part of the page; `null` where it sends nothing. */
  readonly streamed: StreamedFact | null;
  /** Number of elements of the document that have a tag in the source. */
  readonly elements: number;
  /** How many of {@link elements} are inside the head. */
  readonly headElements: number;
  /** The deepest nesting of elements. */
  readonly depth: number;
  /** Size of the page in bytes, decompressed. */
  readonly bytes: number;
  /** Whether it is the page as scripts built it in a browser, and not as the server sent it. */
  readonly isBuilt: boolean;
  /** What was left out, where the page exceeds a limit. */
  readonly notes: readonly string[];
}
