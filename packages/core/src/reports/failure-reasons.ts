export { fetchError, reasonsOf } from '@sitegrade/audit';
