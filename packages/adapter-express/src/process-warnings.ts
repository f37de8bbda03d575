import { inspect } from 'node:util';
import type { Logger } from '@sitegrade/core/http';

/** The default logger, so that failures do not go unnoticed. */
export const processWarnings: Logger = {
  info: () => {},
  error: (details) => {
    process.emitWarning('A request failed with a 5xx.', {
      type: 'SitegradeWarning',
      detail: inspect(details, { depth: 8 }),
    });
  },
};
