export {
  type SitegradeRouter,
  type SitegradeRouterOptions,
  sitegradeRouter,
} from './sitegrade-router.ts';
