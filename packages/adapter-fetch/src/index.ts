export {
  type SitegradeFetch,
  type SitegradeFetchOptions,
  sitegradeFetch,
} from './sitegrade-fetch.ts';
