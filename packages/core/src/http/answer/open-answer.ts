import { type Answer, withBody } from './answer.ts';
import { etagOf } from './etag.ts';

/** An address that stands for the one asked at, in a text that is kept. */
const standIn = { origin: 'http://origin.invalid', path: '/mount.invalid/api/v1' };

/** An address that a text has as it is, whatever is escaped there. */
const plainAddress = /^[A-Za-z0-9:/.\-_~[\]%]+$/;

/**
 * Answers with a text that differs by nothing but the API's address, with a strong entity tag. It is
 * written once and the address put in, since whoever asks may name a new host with every request.
 *
 * @param write Writes the text for an address; the address may also be there without its origin.
 */
export function openDocumentAnswer(
  type: string,
  write: (root: string) => string,
  headers: Readonly<Record<string, string>> = {},
): (root: string) => Answer {
  let written: string | undefined;
  const textFor = (root: string): string => {
    if (!plainAddress.test(root)) return write(root);
    written ??= write(standIn.origin + standIn.path);
    return written
      .replaceAll(standIn.origin + standIn.path, root)
      .replaceAll(standIn.path, root.replace(/^https?:\/\/[^/]*/, ''));
  };
  let last: { readonly root: string; readonly answer: Answer } | undefined;
  return (root) => {
    if (last?.root === root) return last.answer;
    const text = textFor(root);
    const answer = withBody(200, text, {
      'content-type': type,
      'cache-control': 'no-cache',
      etag: etagOf(text),
      ...headers,
    });
    last = { root, answer };
    return answer;
  };
}
