import { buffer } from 'node:stream/consumers';
import { describeLostBodies, jsonLogger } from '@sitegrade/adapter-suite';
import type { ServerRequest } from 'srvx';
import { startSrvx } from './fixtures/start-srvx.ts';
import { type SitegradeFetchOptions, sitegradeFetch } from './sitegrade-fetch.ts';

const readers: Record<string, (request: ServerRequest) => Promise<unknown>> = {
  'the request': (request) => request.text(),
  'the request of Node': async ({ runtime }) => runtime?.node && buffer(runtime.node.req),
};

for (const [name, read] of Object.entries(readers)) {
  describeLostBodies(`a host that reads the body of ${name}`, {
    start: async (options, log) => {
      const sitegrade = sitegradeFetch({
        ...(options as unknown as SitegradeFetchOptions),
        logger: jsonLogger(log),
      });
      return startSrvx(
        async (request) => {
          await read(request as ServerRequest);
          return sitegrade(request);
        },
        { close: sitegrade.close },
      );
    },
  });
}
