export { type SitegradeRouterOptions, sitegradeRouter } from './sitegrade-router.ts';
