import { type Answer, withBody } from './answer.ts';
import { etagOf } from './etag.ts';

/**
 * Answers with a text that differs by nothing but the API's address, with a strong entity tag. The
 * last answer is kept: callers mostly use one address.
 */
export function openDocumentAnswer(
  type: string,
  write: (root: string) => string,
  headers: Readonly<Record<string, string>> = {},
): (root: string) => Answer {
  let last: { readonly root: string; readonly answer: Answer } | undefined;
  return (root) => {
    if (last?.root === root) return last.answer;
    const text = write(root);
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
