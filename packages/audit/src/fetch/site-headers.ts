import { SitegradeError } from '@sitegrade/foundation/errors';

/** Headers for the requests to one origin, such as the login of a staging site. */
export interface SiteHeaders {
  /**
   * Begins a chain of redirects. The returned function has the headers of each of its requests, none from the
   * first request to another origin on: that origin could otherwise choose what is requested with a login.
   */
  follow(): (url: URL) => Readonly<Record<string, string>>;
  /** From now on, no request has the headers. */
  stop(): void;
}

/** Headers that frame a request, or that every request has already. */
const reserved: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

const maxHeaders = 32;
const maxHeaderLength = 8_192;

/** A token (RFC 9110 section 5.6.2). */
const nameForm = /^[\w!#$%&'*+.^`|~-]+$/;
/** Printable ASCII, spaces and tabs within it. */
const valueForm = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/**
 * Creates the headers of an origin.
 *
 * @param origin - As in `URL.origin`.
 * @param headers - By name.
 * @throws SitegradeError `invalid_input` for a name or value that cannot be sent. The message has no value,
 * as it may be a password.
 */
export function createSiteHeaders(
  origin: string,
  headers: Readonly<Record<string, string>>,
): SiteHeaders {
  if (typeof headers !== 'object' || Symbol.iterator in headers) {
    throw invalid('The headers must be an object with the value of each name.');
  }
  const names = Object.keys(headers);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    throw invalid('A header is given twice. Their names are compared without case.');
  }
  if (names.length > maxHeaders) throw invalid(`There are more than ${maxHeaders} headers.`);
  for (const [name, value] of Object.entries(headers)) requireHeader(name, value);
  let isStopped = false;
  return {
    follow() {
      let hasLeft = isStopped;
      return (url) => {
        hasLeft ||= url.origin !== origin;
        return hasLeft || isStopped ? {} : headers;
      };
    },
    stop() {
      isStopped = true;
    },
  };
}

function requireHeader(name: string, value: string): void {
  if (!nameForm.test(name)) {
    throw invalid(`${JSON.stringify(name.slice(0, 40))} is not the name of a header.`);
  }
  if (reserved.has(name.toLowerCase())) throw invalid(`The header ${name} cannot be set.`);
  if (typeof value !== 'string' || !valueForm.test(value) || value.length > maxHeaderLength) {
    throw invalid(
      `The value of the header ${name} must be at most ${maxHeaderLength} printable ASCII characters, without a space at either end.`,
    );
  }
}

function invalid(message: string): SitegradeError {
  return new SitegradeError('invalid_input', message, { issues: { headers: [message] } });
}
