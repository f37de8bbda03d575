/** Loads pages in a browser. It belongs to the context: `renderer-chromium` is one. */
export interface Renderer {
  /**
   * How many pages it loads or prints at a time; at least 1. Others wait, each owner in turn. Those of one owner are one
   * less, if that is not 0.
   */
  readonly pages: number;
  /**
   * Where the proxy of each rendering listens, and how the browser reaches it, if it is on another machine. Such proxies
   * require credentials. Default: on loopback, without any.
   */
  readonly proxy?: RendererProxy;
  /**
   * Loads a URL in its own profile, which is deleted with its page. All requests of the browser leave through
   * `request.proxy`; the browser resolves no name itself. It never throws for a reason of the page or of the browser.
   *
   * @param signal - Ends the rendering, which then throws the signal's reason.
   */
  render(request: RenderRequest, signal: AbortSignal): Promise<RenderResult>;
  /**
   * Loads a URL in the same way, but as a phone with a slow connection does, and measures what visitors wait for. It
   * gets all places, so that no other page takes time from the measured one. Left out by a renderer that cannot
   * measure.
   *
   * @param signal - Ends the measurement, which then throws the signal's reason.
   */
  measure?(request: MeasureRequest, signal: AbortSignal): Promise<MeasureResult>;
  /**
   * Prints an HTML document to a tagged PDF on sheets of A4, without any request to a network. A renderer that cannot
   * print leaves it out. It never throws for a reason of the document or of the browser.
   *
   * @param signal - Ends the printing, which then throws the signal's reason.
   */
  print?(request: PrintRequest, signal: AbortSignal): Promise<PrintResult>;
  /** Ends the browser, and the pages in it. Can be called twice. */
  close(): Promise<void>;
}

/** Where a browser on another machine finds the proxies of its pages. */
export interface RendererProxy {
  /** An IP address of this machine, such as `10.0.0.4`; `0.0.0.0` for all of them. The ports are random. */
  readonly listen: string;
  /** The name or the address of this machine on the network of the browser. */
  readonly host: string;
}

/** What a renderer gets of a page. */
export interface PageRequest {
  /** `http` or `https`. */
  readonly url: string;
  /**
   * The address of the proxy that every request must go through, such as `http://127.0.0.1:40123`. With
   * {@link Renderer.proxy}, it has the credentials that the proxy requires: `http://user:password@host:40123`. The proxy
   * closes connections that request itself.
   */
  readonly proxy: string;
  readonly userAgent: string;
  /** Headers by name, for requests to the origin of `url` only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the page may go to another URL, such as by a script. Crawls ask robots.txt. */
  readonly isNavigationAllowed: (url: string) => boolean | Promise<boolean>;
  readonly limits: PageLimits;
}

/** The budgets of one load of a page. Times in milliseconds, sizes in bytes. */
export interface PageLimits {
  /** Everything. */
  readonly totalMs: number;
  /** How long a page that is loaded must be without requests until it counts as built. */
  readonly quietMs: number;
  /** How long to wait for that, at most, after the page is loaded. */
  readonly busyMs: number;
  /** Requests of the page. Later ones are refused. */
  readonly requests: number;
}

/** What a renderer gets of a page to render. */
export interface RenderRequest extends PageRequest {
  readonly limits: RenderLimits;
  /** Whether the page is pictured. */
  readonly screenshot: boolean;
}

/** The budgets of one rendering. Times in milliseconds, sizes in bytes. */
export interface RenderLimits extends PageLimits {
  /** Checks of the accessibility rules in the browser. */
  readonly rulesMs: number;
  /** The HTML of the page as built. */
  readonly htmlBytes: number;
  /** The picture. */
  readonly screenshotBytes: number;
}

/** What came of a rendering. */
export type RenderResult =
  | ({ readonly kind: 'rendered' } & RenderedPage)
  | { readonly kind: 'failed'; readonly reason: RenderFailure; readonly cause?: unknown };

/**
 * Why a page could not be rendered:
 * - `renderer_unavailable`: there is no browser, or it does not start or answer.
 * - `render_timed_out`: the time limit.
 * - `render_too_large`: the HTML of the page as built, the memory of the browser, or far too many requests.
 * - `render_crashed`: the page, or the browser with it.
 * - `render_refused`: the page cannot be loaded through the proxy, goes where it must not, or forbids scripts.
 */
export type RenderFailure =
  | 'renderer_unavailable'
  | 'render_timed_out'
  | 'render_too_large'
  | 'render_crashed'
  | 'render_refused';

/** A page as its scripts built it. */
export interface RenderedPage {
  /** The document, serialised, with its shadow roots as `<template shadowrootmode>`. */
  readonly html: string;
  /** The URL of the document. Scripts can change it. */
  readonly finalUrl: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** Whether the page still sent requests when its time was over. */
  readonly isBusy: boolean;
  /** In the order they were sent, cut at `limits.requests`. */
  readonly requests: readonly RenderedRequest[];
  /** The first messages of errors that scripts did not catch, cut. */
  readonly scriptErrors: readonly string[];
  /** What it asked visitors to allow while it was loaded, without their input. */
  readonly permissionRequests: readonly PermissionRequest[];
  /** The scripts of the document, without those of its frames; `null` if they could not be listed. */
  readonly scripts: PageScripts | null;
  /** Style sheets that the page waits for, and that the browser finds only in another one, at most 20. */
  readonly importedStyles: readonly ImportedFile[];
  /** The cookies of the profile, which had none, at most 100. */
  readonly cookies: readonly BrowserCookie[];
  /** What was measured on a phone's screen; `null` if it could not be. */
  readonly layout: RenderedLayout | null;
  /** What the rules of axe-core decided; `null` if they could not run in time. */
  readonly axe: AxeResults | null;
  /** What the keyboard reaches; `null` if it could not be tried. */
  readonly focus: KeyboardFocus | null;
  /** What a zoom of 200 % does to texts; `null` if it could not be tried. */
  readonly zoomedText: ZoomedText | null;
  /** A JPEG of the phone's screen; `null` if none was asked for, or it is too large. */
  readonly screenshot: Uint8Array | null;
}

/** A file that another one loads with `@import` or `import`. URLs are cut to 2,000 characters. */
interface ImportedFile {
  readonly url: string;
  readonly importedBy: string;
}

/** A permission that browsers ask visitors for. */
export type PermissionRequest = 'geolocation' | 'notifications';

/** The scripts of a document. */
interface PageScripts {
  /** Files with an http(s) URL, at most 300. */
  readonly files: readonly ScriptFile[];
  /**
   * The URLs of scripts that listen to the event `unload` of the window, at most 10: that of the page for a script in
   * the page, empty if the browser does not say.
   */
  readonly unload: readonly string[];
  /** Modules that the browser learned of by the static `import` of another one, at most 500. */
  readonly imports: readonly ImportedFile[];
}

/** A script that was run. */
interface ScriptFile {
  /** Cut to 2,000 characters. */
  readonly url: string;
  /** A hash of its text. Files with the same text have the same. */
  readonly hash: string;
  /** The length of its text. */
  readonly characters: number;
  /**
   * What it adds to objects of JavaScript with core-js, in lines that a minifier wrote, such as `Array.prototype.at`, at
   * most 200; `null` if it was not searched.
   */
  readonly polyfills: readonly string[] | null;
}

/** What a renderer gets of a page to measure. */
export interface MeasureRequest extends PageRequest {
  readonly throttling: Throttling;
  /** Whether the page is pictured while it is loaded. It must not take longer by that. */
  readonly film: boolean;
}

/** How much slower than this machine and its network a page is loaded. */
export interface Throttling {
  /** Added to each request, in milliseconds. */
  readonly latencyMs: number;
  /** Kilobits per second. */
  readonly downloadKbps: number;
  /** Kilobits per second. */
  readonly uploadKbps: number;
  /** How many times longer scripts, styles and layout take. */
  readonly cpuSlowdown: number;
}

/** What came of a measurement. */
export type MeasureResult =
  | ({ readonly kind: 'measured' } & MeasuredLoad)
  | { readonly kind: 'failed'; readonly reason: RenderFailure; readonly cause?: unknown };

/** What a browser noticed while it loaded a page. Times in milliseconds since the navigation. */
export interface MeasuredLoad {
  /** The first byte of the document. */
  readonly firstByteMs: number;
  /** The first text or picture on the screen; `null` if there was none. */
  readonly firstContentfulPaintMs: number | null;
  readonly largestContentfulPaint: LargestContentfulPaint | null;
  /**
   * The largest picture of the first screen that was still being received when the measurement ended, if it is larger than the
   * largest paint until then. `ms`: when it ended. `null` or missing if there is none.
   */
  readonly unfinishedPaint?: Omit<LargestContentfulPaint, 'file'> | null;
  /** In the order of time, at most 500. */
  readonly shifts: readonly LayoutShift[];
  /** Tasks of more than 50 ms, in the order of time, at most 1,000. */
  readonly longTasks: readonly LongTask[];
  /** Scripts of more than 5 ms in slow frames, in the order of time, at most 2,000; empty if the browser has none. */
  readonly scripts: readonly MeasuredScript[];
  /** In the order they were sent, cut at `limits.requests`, without web sockets. */
  readonly requests: readonly TimedRequest[];
  /** When the document was read, and its deferred scripts had run; `null` if that did not happen. */
  readonly domContentLoadedMs: number | null;
  /** When the page was loaded with its pictures, style sheets and frames; `null` if that did not happen. */
  readonly loadedMs: number | null;
  /** Files that the first paint waited for, at most 20. */
  readonly blockingFiles: readonly { readonly url: string; readonly endMs: number }[];
  /** URLs that were preloaded and not used within a few seconds, at most 20. */
  readonly unusedPreloads: readonly string[];
  /** Whether the page was still sending requests when its time was over. */
  readonly isBusy: boolean;
  /** What the screen showed, in the order of time, at most eight; empty if it was not pictured. */
  readonly film: readonly FilmFrame[];
}

/** What a screen showed from a time on. */
export interface FilmFrame {
  readonly atMs: number;
  /** A small JPEG, of at most 8,192 bytes. */
  readonly image: Uint8Array;
}

/** A request, and when it was sent and answered. Times in milliseconds since the navigation. */
export interface TimedRequest extends Pick<RenderedRequest, 'url' | 'type' | 'status' | 'bytes'> {
  readonly startMs: number;
  /** When the head of the response was there; `null` if none came. */
  readonly responseMs: number | null;
  /** When its last byte was there, or it failed; `null` if it went on. */
  readonly endMs: number | null;
}

/** The largest text or picture on the first screen (https://www.w3.org/TR/largest-contentful-paint/). */
interface LargestContentfulPaint {
  readonly ms: number;
  /** `null` if it was removed. */
  readonly element: PageElement | null;
  /** The URL of the picture; `null` for text. */
  readonly url: string | null;
  /** When the picture was requested, and its last byte; `null` for text, or if the browser does not say. */
  readonly file: { readonly startMs: number; readonly endMs: number } | null;
}

/** Elements that moved, without an input of a visitor (https://wicg.github.io/layout-instability/). */
export interface LayoutShift {
  readonly atMs: number;
  readonly score: number;
  /** The elements that moved furthest over the screen, of the largest shifts only. */
  readonly moved: readonly PageElement[];
  /** What seems to have moved them, of the largest shifts only; `null` if that is not known. */
  readonly cause: ShiftCause | null;
}

/** What moved elements: an image without a size, an element that was added, or a font. */
export interface ShiftCause {
  readonly kind: 'image' | 'added' | 'font';
  readonly element: PageElement | null;
  /** The file of the image or font. */
  readonly url: string | null;
}

/** A task of the main thread that let visitors wait (https://w3c.github.io/longtasks/). */
interface LongTask {
  readonly startMs: number;
  readonly ms: number;
}

/** A script that ran in a slow frame (https://w3c.github.io/long-animation-frames/). */
export interface MeasuredScript {
  readonly startMs: number;
  readonly ms: number;
  /** Its file; the page's URL for a script in the page; empty if the browser does not say. */
  readonly url: string;
}

/** An element of a page. */
export interface PageElement {
  /** Selects it in the page as built. */
  readonly selector: string;
  /** Its start tag, cut to 300 characters. */
  readonly html: string;
}

/** A request of a page in a browser. */
export interface RenderedRequest {
  /** Cut to 2,000 characters. */
  readonly url: string;
  /** As browsers name them: `document`, `script`, `stylesheet`, `image`, `font`, `xhr`, `fetch`, `media`, `other`. */
  readonly type: string;
  /** `null` if no response came. */
  readonly status: number | null;
  /** What was received, with the head of the response; a file from the cache of the browser has 0. */
  readonly bytes: number;
  /** What the browser takes it for, such as `image/svg+xml`, cut to 100 characters; `null` if no response came. */
  readonly mimeType: string | null;
  /** Whether the browser refused it because the page is encrypted and the URL is not. */
  readonly isMixed: boolean;
  /** Whether it was sent while the document was read, or because of it. Others are those of scripts, or of the browser. */
  readonly isFromParser: boolean;
}

/** A cookie, without its value. */
export interface BrowserCookie {
  readonly name: string;
  readonly domain: string;
  /** In milliseconds since 1970; `null` if it ends with the session. */
  readonly expires: number | null;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None' | null;
}

/** The page on the screen of a phone, in CSS pixels. */
export interface RenderedLayout {
  readonly viewport: { readonly width: number; readonly height: number };
  /** The width of the whole page, which scrolls sideways if it is greater than that of the viewport. */
  readonly width: number;
  /** Elements that reach beyond the viewport and cause that width, the first ones. */
  readonly wide: readonly LaidOutElement[];
  /** Visible characters of text by their size: how many are smaller than 12 pixels, and all. */
  readonly smallText: { readonly characters: number; readonly all: number };
  /** The first elements with small text. */
  readonly smallTexts: readonly LaidOutElement[];
  /** How many pixels of the screen a CSS pixel has, in each direction. */
  readonly pixelRatio: number;
  readonly images: ShownImages;
  /**
   * The `<img>` with a file that is the largest text or picture of the first screen
   * (https://www.w3.org/TR/largest-contentful-paint/); `null` if something else is, or the browser does not say.
   */
  readonly largestImage: LargestImage | null;
}

/** The largest picture of the first screen. */
interface LargestImage extends PageElement {
  /** Its file, cut to 2,000 characters. */
  readonly url: string;
  /** Whether it has `loading="lazy"`. */
  readonly isLazy: boolean;
}

/** The `<img>` elements that the page shows, without those whose file is in their URL or did not load. */
interface ShownImages {
  /** How many were measured, at most 1,000. */
  readonly measured: number;
  /**
   * Those whose file has more pixels than the screen has for it, or another shape, the first 100. Of several images with
   * one file, the largest.
   */
  readonly unlike: readonly ShownImage[];
}

/** An image that was measured. */
export interface ShownImage extends PageElement {
  /** The file that the browser chose, cut to 2,000 characters. */
  readonly url: string;
  /** The size of the file, in its own pixels. */
  readonly file: { readonly width: number; readonly height: number };
  /** The size at which the whole file is drawn, in CSS pixels: larger than the element if a part is cut off. */
  readonly drawn: { readonly width: number; readonly height: number };
  /** Whether it is marked as decoration: by an empty `alt`, a role, or `aria-hidden`. */
  readonly isDecorative: boolean;
}

/** An element that was measured. */
export interface LaidOutElement extends PageElement {
  /** Its size in CSS pixels: its width, or the size of its text. */
  readonly size: number;
}

/** What the Tab key reaches, from the start of the page on. */
interface KeyboardFocus {
  /** Links, buttons and other controls that had the focus and were looked at, at most 40. */
  readonly stops: number;
  /** Those on the screen of which no pixel of the screen changes when they lose it, the first five. */
  readonly invisible: readonly PageElement[];
}

/** The texts of a page on a computer's screen with a zoom of 200 %. */
interface ZoomedText {
  /** Texts that are whole without zoom, in elements that hide what does not fit into them, and that the zoom leaves visible. */
  readonly texts: number;
  /** How many elements have texts of which the zoom cuts something off. */
  readonly count: number;
  /** The first 20 of these elements. */
  readonly clipped: readonly PageElement[];
}

/** The results of rules of axe-core (https://github.com/dequelabs/axe-core), by rule. */
export interface AxeResults {
  readonly version: string;
  /** Rules that found elements that break them. */
  readonly violations: readonly AxeRuleResult[];
  /** Ids of the rules that found elements, and none that breaks them. */
  readonly passes: readonly string[];
  /** Rules with elements they could not decide on, such as text on an image, with how many. */
  readonly incomplete: readonly { readonly id: string; readonly count: number }[];
}

/** A rule and the elements that break it. */
interface AxeRuleResult {
  readonly id: string;
  /** How many elements; `elements` has the first ones. */
  readonly count: number;
  readonly elements: readonly AxeElement[];
}

/** An element that breaks a rule. */
export interface AxeElement extends PageElement {
  /** What the rule measured, such as `contrastRatio`, `fgColor`, `bgColor`; empty if nothing. */
  readonly data: Readonly<Record<string, string | number>>;
}

/** A document to print. */
export interface PrintRequest {
  /**
   * A whole HTML document of ours, with its stylesheet in it. Its pictures are `data:` URLs: everything else that it
   * requests is refused, and its scripts do not run.
   */
  readonly html: string;
  readonly limits: PrintLimits;
}

/** The budgets of one printing. */
export interface PrintLimits {
  /** Everything, in milliseconds. */
  readonly totalMs: number;
  /** The document, in bytes of UTF-8. */
  readonly htmlBytes: number;
  /** The PDF. */
  readonly pdfBytes: number;
}

/** What came of printing a document. */
export type PrintResult =
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: RenderFailure; readonly cause?: unknown };
