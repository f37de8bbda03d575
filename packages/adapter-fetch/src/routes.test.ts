import { describeRoutes, jsonLogger } from '@sitegrade/adapter-suite';
import { addressOf, startSrvx } from './fixtures/start-srvx.ts';
import { handlerOf } from './sitegrade-fetch.ts';

describeRoutes('routes on srvx', {
  start: (endpoints, { mount, trustProxy, log }) =>
    startSrvx(
      handlerOf(endpoints, { prefix: mount, clientAddress: addressOf, logger: jsonLogger(log) }),
      { trustProxy },
    ),
});
