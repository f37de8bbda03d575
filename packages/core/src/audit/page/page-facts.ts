/** Where something stands in the page's source. Lines and columns count from 1, in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A tag as it stands in the source: what evidence quotes. */
export interface SourceTag extends Position {
  /** The start tag's source, cut to 300 characters. */
  readonly html: string;
}

/** A `<title>` of the document; those inside SVG are none. */
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
 * Who an element is hidden from, by its own attributes and by those around it; style sheets are not
 * read. `all`: `hidden`, or an inline `display: none` or `visibility: hidden`. `readers`:
 * `aria-hidden="true"` or `inert`, so that only assistive technology leaves it out.
 */
export type Hidden = 'no' | 'readers' | 'all';

/** What the accessible name and role of an element are worked out from. Values are as written. */
export interface AccessibleFact extends SourceTag {
  readonly role: string | null;
  readonly ariaLabel: string | null;
  readonly ariaLabelledby: string | null;
  /** The `title` attribute. */
  readonly title: string | null;
  readonly tabindex: string | null;
  /** Whether `role="none"` takes from the element what it is, to assistive technology. */
  readonly presentational: boolean;
  readonly hidden: Hidden;
}

/** An element with content that may name it. */
export interface SpokenFact extends AccessibleFact {
  /**
   * Its content as assistive technology reads it, white space collapsed and trimmed: what is hidden
   * from it left out; `alt`, `aria-label`, `title` and the values of fields in the place of elements that
   * have no text. Where that comes to nothing, what `aria-labelledby` of elements inside names.
   */
  readonly spoken: string;
}

/** A heading, `<h1>` to `<h6>`. */
export interface HeadingFact extends SpokenFact {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Its text and the `alt` of its images, white space collapsed and trimmed. */
  readonly text: string;
}

/** An `<img>` element. */
export interface ImageFact extends AccessibleFact {
  readonly src: string | null;
  readonly srcset: string | null;
  /** `null` where there is no `alt`; `''` marks a decorative image. */
  readonly alt: string | null;
  readonly ariaHidden: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly style: string | null;
  readonly loading: string | null;
  readonly fetchpriority: string | null;
  /** Whether it is in a `<picture>`. */
  readonly inPicture: boolean;
}

/** An `<a>` element. */
export interface AnchorFact extends SpokenFact {
  readonly href: string | null;
  /** The tokens of `rel`, lower-case. */
  readonly rel: readonly string[];
  readonly target: string | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly download: boolean;
  /** Whether it has an `onclick`. */
  readonly scripted: boolean;
  /** Its text and the `alt` of its images, white space collapsed and trimmed. */
  readonly text: string;
}

/**
 * Another element that is a heading, a link, an image or a button that shows one: by its `role`, an
 * `<area>` with `href`, or an `<input type="image">`.
 */
export interface RoleFact extends SpokenFact {
  /** Its tag name, lower-case. */
  readonly element: string;
  readonly kind: 'heading' | 'link' | 'image' | 'image-button';
  readonly alt: string | null;
  readonly href: string | null;
}

/** An `<iframe>`. */
export interface FrameFact extends AccessibleFact {
  readonly src: string | null;
  readonly loading: string | null;
  readonly sandbox: string | null;
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
}

/** A `<script type="application/ld+json">`. */
export interface JsonLdFact extends SourceTag {
  /** What is in it, cut to 200,000 characters, and to 1,000,000 together with those before it. */
  readonly text: string;
  /** Whether it was cut. */
  readonly truncated: boolean;
}

/** A `<form>`, or a button with an address of its own to send one to. */
export interface FormFact extends SourceTag {
  readonly element: 'form' | 'button' | 'input';
  /** `action` or `formaction`. */
  readonly action: string | null;
  readonly method: string | null;
}

/** Another element that loads something: `<video>`, `<audio>`, `<source>`, `<track>`, `<object>`, `<embed>`. */
export interface MediaFact extends SourceTag {
  readonly element: 'video' | 'audio' | 'source' | 'track' | 'object' | 'embed';
  /** `src`, or `data` of an `<object>`. */
  readonly src: string | null;
  readonly srcset: string | null;
  readonly poster: string | null;
  readonly type: string | null;
  /** Whether it is in a `<picture>`. */
  readonly inPicture: boolean;
}

/** A `<picture>`. */
export interface PictureFact extends SourceTag {
  readonly hasImage: boolean;
}

/** An element with `itemscope`, or with RDFa's `typeof`. */
export interface ItemFact extends SourceTag {
  readonly syntax: 'microdata' | 'rdfa';
  /** The words of `itemtype` or `typeof`, as written. */
  readonly types: readonly string[];
  /** RDFa's `vocab`, its own or the nearest around it. */
  readonly vocab: string | null;
  /** Different names of its own properties, at most 100, in the order of the page. */
  readonly properties: readonly string[];
  /** Index of the item around it; `null` where there is none. */
  readonly parent: number | null;
  /** Whether it takes properties from elsewhere on the page, by `itemref`. */
  readonly refers: boolean;
}

/** An element other than `<html>` with a `lang`. */
export interface ElementLangFact extends SourceTag {
  readonly lang: string;
  /** Whether any text that is shown or read out is in this language by it. */
  readonly hasText: boolean;
}

/** An element that the HTML standard no longer has. */
export interface ObsoleteFact extends SourceTag {
  /** Its tag name, lower-case. */
  readonly element: string;
}

/** An element with an `id` that another one has already. */
export interface DuplicateIdFact extends SourceTag {
  readonly id: string;
}

/** How the page's bytes became text. */
export interface CharsetFact {
  /** WHATWG name of the encoding used, lower-case: `utf-8`, `windows-1252`. */
  readonly name: string;
  /**
   * What decided: a byte order mark, the header, a meta in the first 1,024 bytes, one further on in
   * the head, or nothing. By default a page is windows-1252, or UTF-8 where its bytes are that.
   */
  readonly from: 'bom' | 'header' | 'meta' | 'late-meta' | 'default';
  /** Label in the Content-Type header, as written; `null` where there is none. */
  readonly headerLabel: string | null;
  /** Label in the page's first meta that declares one, as written; `null` where there is none. */
  readonly metaLabel: string | null;
  /** Places in the page's bytes that are nothing in its encoding, and are shown as U+FFFD. */
  readonly undecodable: number;
}

/**
 * What one pass over a page brings back. Checks see this and never the page.
 *
 * Lists are in the order of the source and have at most 10,000 entries, fewer where all together would
 * take too much memory; `notes` says so. Texts are cut to 2,000 characters, attribute values to 2,050,
 * which is longer than a URL may be; of an attribute that is a list of words, the first 32 count. What is in `<template>`, and for readers that run scripts in
 * `<noscript>`, is no part of the page.
 */
export interface PageFacts {
  readonly charset: CharsetFact;
  /** Source of the doctype, cut to 300 characters; `null` where there is none. */
  readonly doctype: string | null;
  /** How browsers lay the page out, by its doctype. */
  readonly mode: 'no-quirks' | 'limited-quirks' | 'quirks';
  /** The `<html>` element's start tag, with its `lang`; `null` where the page has none. */
  readonly html:
    | (SourceTag & { readonly lang: string | null; readonly xmlLang: string | null })
    | null;
  /** `href` of the first `<base>` that has one, as written. */
  readonly baseHref: string | null;
  readonly titles: readonly TitleFact[];
  readonly metas: readonly MetaFact[];
  readonly links: readonly LinkTagFact[];
  readonly headings: readonly HeadingFact[];
  readonly images: readonly ImageFact[];
  readonly anchors: readonly AnchorFact[];
  readonly roles: readonly RoleFact[];
  readonly frames: readonly FrameFact[];
  readonly scripts: readonly ScriptFact[];
  /** The first 100. */
  readonly jsonLd: readonly JsonLdFact[];
  readonly forms: readonly FormFact[];
  readonly media: readonly MediaFact[];
  readonly pictures: readonly PictureFact[];
  readonly items: readonly ItemFact[];
  readonly langs: readonly ElementLangFact[];
  readonly obsolete: readonly ObsoleteFact[];
  /** Different ids of the page's elements, as written. */
  readonly ids: ReadonlySet<string>;
  /** Whether the page has more ids than are kept. */
  readonly idsCut: boolean;
  readonly duplicateIds: readonly DuplicateIdFact[];
  /**
   * What elements that an `aria-labelledby` names give as a name, by id: their `aria-label`, their
   * content as assistive technology reads it, their `alt` or value, or their `title`.
   */
  readonly labels: ReadonlyMap<string, string>;
  /** `style` attributes. */
  readonly inlineStyles: number;
  /** `<style>` elements. */
  readonly styleElements: number;
  /**
   * What ended the head although the page goes on to end it itself: an element or a text that may not
   * be in one. What follows it is in the body. `null` where nothing did.
   */
  readonly headBrokenBy: SourceTag | null;
  /** Start tags `<head>` and `<body>` besides the first of each. */
  readonly strayTags: readonly SourceTag[];
  /** The text of `<noscript>` elements without tags, white space collapsed, cut to 2,000 characters. */
  readonly noscriptText: string;
  /**
   * The visible text, as far as {@link words} counts it, cut to 100,000 characters: white space
   * collapsed, a line for each block.
   */
  readonly text: string;
  /**
   * Words of the visible text: runs of letters and digits, parted by the edges of blocks. Not those
   * of scripts, styles, templates, form fields, frames, and of what stands in for media.
   */
  readonly words: number;
  /** Elements of the document that have a tag in the source. */
  readonly elements: number;
  /** Most elements open at once, the innermost counted. */
  readonly depth: number;
  /** Bytes of the page, decompressed. */
  readonly bytes: number;
  /** What was left out, where the page is too strange to be read whole. */
  readonly notes: readonly string[];
}
