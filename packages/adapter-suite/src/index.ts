export type {
  AdapterHarness,
  HostRequest,
  RunningServer,
  SuiteOptions,
} from './adapter-harness.ts';
export { describeAdapter } from './describe-adapter.ts';
export { describeHost, type HostHarness } from './describe-host.ts';
export { describeHostBodies, describeLostBodies } from './describe-host-bodies.ts';
export { describeProxies, type ProxyHarness, type ProxyHostOptions } from './describe-proxies.ts';
export { describeRoutes, type RouteHarness, type RouteServerOptions } from './describe-routes.ts';
export { jsonLogger } from './json-logger.ts';
