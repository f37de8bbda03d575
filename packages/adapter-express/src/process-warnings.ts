import { inspect } from 'node:util';
import type { Logger } from '@sitegrade/core/http';

/** The logger of a host that names none: a failure that nobody is told of is never mended. */
export const processWarnings: Logger = {
  info: () => {},
  error: (details) => {
    process.emitWarning('A request was answered with a 5xx.', {
      type: 'SitegradeWarning',
      detail: inspect(details, { depth: 8 }),
    });
  },
};
