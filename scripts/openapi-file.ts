import { readFileSync } from 'node:fs';
import { openApiDocument } from '@sitegrade/core/http';

const url = new URL('../docs/openapi.json', import.meta.url);

/** `docs/openapi.json`: as it is, and as the route table makes it. */
export const openApiFile = {
  url,
  /** Empty where there is no such file. */
  committed(): string {
    try {
      return readFileSync(url, 'utf8');
    } catch {
      return '';
    }
  },
  generated: (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
};
