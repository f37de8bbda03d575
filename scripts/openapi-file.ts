import { readFileSync } from 'node:fs';
import { openApiDocument } from '@sitegrade/core/http';

const url = new URL('../docs/openapi.json', import.meta.url);

/** `docs/openapi.json`, as committed and as generated from the route table. */
export const openApiFile = {
  url,
  /** Empty if there is no such file. */
  committed(): string {
    try {
      return readFileSync(url, 'utf8');
    } catch {
      return '';
    }
  },
  generated: (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
};
