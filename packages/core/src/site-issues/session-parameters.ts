import { withoutTracking } from '@sitegrade/audit';

/**
 * Parameters that hold the session of a visitor, so that each visit has other URLs for the same pages: those of
 * PHP, Java servlets, classic ASP, ColdFusion, osCommerce and Zen Cart, and the names that others use.
 */
const sessionName =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|oscsid|zenid|session_?id|sessid)$/i;

/** `sid` has other meanings, too: only with a value that looks random. */
const randomSid = /^(?:sid|s)=[\da-f]{16,}$/i;

/** Java servlets write it after the path: `/shop;jsessionid=1A2B?page=2`. */
const pathSession = /;(?:jsessionid|phpsessid)=[^/?#;]*/gi;

/** The URL of a page: without the session of a visitor, and without tracking parameters, which are for one visit each. */
export function withoutVisit(url: string): string {
  return withoutTracking(withoutSession(url));
}

/** Parameters that hold a session, with any value. */
const certainSession =
  /[?&;](?:(phpsessid|jsessionid|cfid|cftoken|oscsid|zenid)|(aspsessionid)[a-z]*)=[^&;#]/i;

/** Other names hold one if their value looks random. */
const randomSession =
  /[?&;](session_?id|sessid|sid)=(?:[\da-f]{16,}|(?=[^&;#]*\d)[\da-v]{26,})(?:[&;#]|$)/i;

/** The parameter of a URL that certainly holds the session of a visitor, in lower case; `null` if there is none. */
export function sessionParameterOf(url: string): string | null {
  if (!url.includes('=')) return null;
  const [, name, ofAsp] = certainSession.exec(url) ?? randomSession.exec(url) ?? [];
  return (name ?? ofAsp)?.toLowerCase() ?? null;
}

/** A URL without the session of a visitor. The rest stays as it is written. */
export function withoutSession(url: string): string {
  // Most URLs have neither.
  if (!url.includes(';') && !url.includes('?')) return url;
  const start = url.indexOf('?');
  const path = (start < 0 ? url : url.slice(0, start)).replace(pathSession, '');
  if (start < 0) return path;
  const parameters = url.slice(start + 1).split('&');
  const kept = parameters.filter((parameter) => {
    const [name = ''] = parameter.split('=', 1);
    return !sessionName.test(name) && !randomSid.test(parameter);
  });
  if (kept.length === parameters.length) return `${path}${url.slice(start)}`;
  return kept.every((parameter) => parameter === '') ? path : `${path}?${kept.join('&')}`;
}
