import { expect } from 'vitest';
import type { ServerUnderTest } from './exchange.ts';

/** A page that a browser got. */
export interface PageReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect leads to. */
  readonly location: string | null;
}

/** What a browser does: it keeps cookies, sends forms from pages of the server, and follows no redirect by itself. */
export interface Browser {
  readonly cookie: () => string;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<PageReply>;
  /** A field with several values is sent once for each. */
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    headers?: Record<string, string>,
  ) => Promise<PageReply>;
}

/** Opens a browser without cookies. `always` are headers of every request. */
export function openBrowser(
  target: Pick<ServerUnderTest, 'fetch'>,
  always: Record<string, string> = {},
): Browser {
  let cookie = '';

  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    const headers = { ...(cookie && { cookie }), ...always, ...init.headers };
    const response = await target.fetch(path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    if (cookie.endsWith('=')) cookie = '';
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    };
  };

  return {
    cookie: () => cookie,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(path, { method: 'POST', headers, body: formOf(fields) }),
  };
}

function formOf(fields: Readonly<Record<string, string | readonly string[]>>): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return new URLSearchParams(pairs);
}

/** The value of an input in a page, without entities. `undefined` if there is no such input. */
export function inputValue(html: string, name: string): string | undefined {
  const inputs = html.match(/<input(?:"[^"]*"|[^">])*>/g) ?? [];
  const input = inputs.find(
    (field) => attribute(field, 'name') === name || attribute(field, 'id') === name,
  );
  return input && (attribute(input, 'value') ?? '');
}

/** The text of a textarea in a page, as browsers read it. `undefined` if there is no such textarea. */
export function textareaValue(html: string, name: string): string | undefined {
  for (const [, tag = '', content = ''] of html.matchAll(
    /(<textarea(?:"[^"]*"|[^">])*>)([^<]*)<\/textarea>/g,
  )) {
    if (attribute(tag, 'name') === name) return withoutEntities(content.replace(/^\n/, ''));
  }
  return undefined;
}

/** The values of the boxes and choices of a field in a page that are checked. */
export function checkedValues(html: string, name: string): readonly (string | undefined)[] {
  const inputs = html.match(/<input(?:"[^"]*"|[^">])*>/g) ?? [];
  return inputs
    .filter((input) => attribute(input, 'name') === name && /\schecked[\s/>]/.test(input))
    .map((input) => attribute(input, 'value'));
}

/** The actions of the forms in a page that are sent with POST. */
export function postActions(html: string): readonly string[] {
  const forms = html.match(/<form(?:"[^"]*"|[^">])*>/g) ?? [];
  return forms
    .filter((form) => attribute(form, 'method') === 'post')
    .map((form) => attribute(form, 'action') ?? '');
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : withoutEntities(value);
}

function withoutEntities(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** Characters that control a terminal or reorder the text around them. Line breaks are part of markup. */
export const hiddenCharacter = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * What every page promises: it is not stored, loads nothing from elsewhere, has no inline code, and there is
 * no hidden character in its head, where markup cannot isolate text.
 */
export function expectSafePage({ headers, text }: PageReply): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin)$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.*form-action 'self'/,
  );
  expect(text).toMatch(/^<!doctype html>/);
  expect(text).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
  const [, head = ''] = /<head>(.+)<\/head>/s.exec(text) ?? [];
  expect(head).toContain('<title>');
  expect(head).not.toContain('\n');
  expect(hiddenCharacter.exec(head)).toBeNull();
  expect(text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//);
}
