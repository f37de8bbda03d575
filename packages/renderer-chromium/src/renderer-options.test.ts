import { expect, it } from 'vitest';
import { chromiumRenderer } from './chromium-renderer.ts';
import { validateRendererOptions } from './renderer-options.ts';

it('have defaults', () => {
  expect(validateRendererOptions({})).toEqual({
    executablePath: undefined,
    pages: 2,
    sandbox: true,
  });
});

it.each([
  [null, 'options must be an object.'],
  [
    { executable: 'x' },
    'executable is not an option. The options are executablePath, pages, sandbox.',
  ],
  [{ executablePath: ' ' }, 'executablePath must be a path.'],
  [{ executablePath: 5 }, 'executablePath must be a path.'],
  [{ pages: 0 }, 'pages must be an integer from 1 to 20.'],
  [{ pages: 21 }, 'pages must be an integer from 1 to 20.'],
  [{ pages: '2' }, 'pages must be an integer from 1 to 20.'],
  [{ sandbox: 'no' }, 'sandbox must be a boolean.'],
])('are validated: %o', (options, message) => {
  const create = chromiumRenderer as (options: unknown) => unknown;
  expect(() => create(options)).toThrow(new TypeError(`chromiumRenderer: ${message}`));
});
