export { plainLines, plainText } from '@sitegrade/foundation/plain-text';
