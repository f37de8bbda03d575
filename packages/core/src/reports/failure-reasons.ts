export { fetchError, reasonsOf } from '../audit/fetch/fetch-error.ts';
