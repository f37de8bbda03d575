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

/** A `<link>` element. */
export interface LinkTagFact extends SourceTag {
  /** The tokens of `rel`, lower-case. */
  readonly rel: readonly string[];
  readonly href: string | null;
  readonly hreflang: string | null;
  readonly media: string | null;
  readonly type: string | null;
  readonly inHead: boolean;
}

/** A heading, `<h1>` to `<h6>`. */
export interface HeadingFact extends SourceTag {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Its text and the `alt` of its images, white space collapsed and trimmed. */
  readonly text: string;
}

/** An `<img>` element. */
export interface ImageFact extends SourceTag {
  readonly src: string | null;
  /** `null` where there is no `alt`; `''` marks a decorative image. */
  readonly alt: string | null;
  readonly ariaLabel: string | null;
  readonly ariaLabelledby: string | null;
  readonly title: string | null;
  readonly role: string | null;
  readonly ariaHidden: string | null;
}

/** An `<a>` element. */
export interface AnchorFact extends SourceTag {
  readonly href: string | null;
  /** The tokens of `rel`, lower-case. */
  readonly rel: readonly string[];
  /** Its text and the `alt` of its images, white space collapsed and trimmed. */
  readonly text: string;
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
}

/**
 * What one pass over a page brings back. Checks see this and never the page.
 *
 * Lists are in the order of the source and have at most 10,000 entries; texts and attribute values
 * are cut to 2,000 characters. What is in `<template>`, and for readers that run scripts in
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
  /**
   * Words of the visible text: runs of letters and digits, parted by the edges of blocks. Not those
   * of scripts, styles, templates, form fields, frames, and of what stands in for media.
   */
  readonly words: number;
  /** Elements of the document that have a tag in the source. */
  readonly elements: number;
  /** Bytes of the page, decompressed. */
  readonly bytes: number;
  /** What was left out, where the page is too strange to be read whole. */
  readonly notes: readonly string[];
}
