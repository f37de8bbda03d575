/**
 * What sitegrade's own packages share. Not part of the public API: it may change in any release.
 */
export {
  booleanOption,
  functionOption,
  integerBetween,
  isObject,
  mustBe,
  oneOf,
  optionsObject,
  validateOptions,
} from './validate-options.ts';
