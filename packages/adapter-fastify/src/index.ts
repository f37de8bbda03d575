export { type SitegradePluginOptions, sitegradePlugin } from './sitegrade-plugin.ts';
