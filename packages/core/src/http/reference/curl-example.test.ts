import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type {
  DocumentMethod,
  OperationObject,
  ParameterObject,
} from '../openapi/document-objects.ts';
import { curlExample } from './curl-example.ts';

const operation: OperationObject = {
  tags: [],
  operationId: 'x',
  summary: '',
  description: '',
  responses: {},
};

/** An operation with a form of these fields. */
const withForm = (value: object): OperationObject => {
  const schema = { type: 'object' } as const;
  const content = {
    'application/x-www-form-urlencoded': { schema, examples: { form: { value } } },
  };
  return { ...operation, requestBody: { description: '', required: true, content } };
};

/** The words of a call with a key. */
const called = (
  url: string,
  method: DocumentMethod,
  operation: OperationObject,
  parameters: readonly ParameterObject[] = [],
) => wordsOf(curlExample({ url, method, operation, parameters, withKey: true }));

/** The words that a shell makes of a command. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: 'utf8',
    env: { SITEGRADE_KEY: 'key' },
  })
    .trimEnd()
    .split('\n');

describe('curlExample', () => {
  it('gets', () => {
    expect(called('https://a.test/api/v1/x', 'get', operation)).toEqual([
      'https://a.test/api/v1/x',
      '-H',
      'Authorization: Bearer key',
    ]);
  });

  it('puts examples in the path', () => {
    const id = {
      name: 'id',
      in: 'path',
      description: '',
      required: true,
      schema: {},
      example: '4 2',
    } as const;
    const words = called('/x/{id}', 'delete', operation, [id]);
    expect(words.slice(0, 3)).toEqual(['-X', 'DELETE', '/x/4%202']);
  });

  it('sends a form, and names the method where curl would not guess it', () => {
    const value = { url: 'https://example.com/', privacy: 2 };
    const post = called('/x', 'post', withForm(value));
    expect(post[0]).toBe('/x');
    expect(post.slice(3)).toEqual([
      '--data-urlencode',
      'url=https://example.com/',
      '--data-urlencode',
      'privacy=2',
    ]);
    expect(called('/x', 'patch', withForm(value)).slice(0, 2)).toEqual(['-X', 'PATCH']);
  });

  it('lets nothing out of its quotes', () => {
    const evil = `'; echo "$HOME" \`id\` $(id) '`;
    const words = called(`https://a.test/${evil}`, 'put', withForm({ a: evil }));
    expect(words).toContain(`https://a.test/${evil}`);
    expect(words).toContain(`a=${evil}`);
  });
});
