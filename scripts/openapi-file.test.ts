import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '@sitegrade/core/http';
import { expect, it } from 'vitest';
import { openApiFile } from './openapi-file.ts';

it('docs/openapi.json matches the route table: `npm run tool -- docs-openapi` writes it', () => {
  expect(openApiFile.committed()).toBe(openApiFile.generated());
});

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(openApiFile.generated()))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('would be invalid with a mistake', async () => {
  const { info: _, ...headless } = openApiDocument();
  expect(await new Validator().validate(headless)).toMatchObject({ valid: false });
});
