import { countText } from '../../readings/count-text.ts';
import { maxEvidence, shortList, shortUrl, urlEvidence } from '../../readings/evidence.ts';
import { isSameSite } from '../../readings/page-urls.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import { scriptsNotListed } from '../../readings/scripts-not-listed.ts';
import type { Check } from '../check.ts';

/**
 * What Baseline calls widely available, by the year (https://web-platform-dx.github.io/web-features/), and what core-js
 * does not need to correct in browsers of 2022 (https://www.npmjs.com/package/core-js-compat): in `includes` of arrays,
 * for example, it corrects an error that Safari had for longer.
 */
const widelyAvailable: Readonly<Record<number, string>> = {
  2018: `Array.from Array.isArray Array.of Array.prototype.copyWithin Array.prototype.every Array.prototype.fill
    Array.prototype.filter Array.prototype.find Array.prototype.findIndex Array.prototype.forEach Array.prototype.indexOf
    Array.prototype.lastIndexOf Array.prototype.map Array.prototype.reduce Array.prototype.reduceRight
    Array.prototype.some Date.now Function.prototype.bind Math.acosh Math.asinh Math.atanh Math.cbrt Math.clz32 Math.cosh
    Math.expm1 Math.fround Math.hypot Math.imul Math.log10 Math.log1p Math.log2 Math.sign Math.sinh Math.tanh Math.trunc
    Number.EPSILON Number.MAX_SAFE_INTEGER Number.MIN_SAFE_INTEGER Number.isFinite Number.isInteger Number.isNaN
    Number.isSafeInteger Number.parseFloat Number.parseInt Object.assign Object.create Object.freeze Object.is
    Object.keys Object.setPrototypeOf String.fromCodePoint String.prototype.codePointAt String.prototype.endsWith
    String.prototype.includes String.prototype.repeat String.prototype.startsWith String.prototype.trim String.raw`,
  2019: `Object.entries Object.getOwnPropertyDescriptors Object.values Reflect.apply Reflect.construct
    Reflect.defineProperty Reflect.deleteProperty Reflect.get Reflect.getOwnPropertyDescriptor Reflect.getPrototypeOf
    Reflect.has Reflect.isExtensible Reflect.ownKeys Reflect.preventExtensions Reflect.set Reflect.setPrototypeOf
    String.prototype.padEnd String.prototype.padStart`,
  2021: 'Promise.prototype.finally',
  2022: `Array.prototype.flat Array.prototype.flatMap Object.fromEntries String.prototype.matchAll
    String.prototype.trimEnd String.prototype.trimStart`,
  2023: 'Promise.allSettled Promise.any String.prototype.replaceAll',
  2024: 'Array.prototype.at Object.hasOwn String.prototype.at',
  2025: 'Array.prototype.findLast Array.prototype.findLastIndex',
};

const notNeeded = new Set(Object.values(widelyAvailable).flatMap((names) => names.split(/\s+/)));

/**
 * @remarks The limit of 10 polyfills in a file is ours: as many add about 12 kB to core-js, which is 5 KiB compressed,
 * the limit of Lighthouse.
 */
const many = 10;

/**
 * The scripts of the site add nothing to browsers that these have had for years.
 *
 * @remarks We count polyfills of core-js in files of the site, and only those that core-js does not need to correct in
 * browsers of 2022. What babel transforms is left out.
 */
export const legacyScripts: Check = {
  id: 'legacy-scripts',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'Scripts are built for the browsers of today',
  advice:
    'Set the browserslist of the build to "baseline widely available", so that it leaves these polyfills out, or update the theme or plugin that loads the quoted files. Keep them if many visitors have older browsers.',
  why: 'Visitors receive code, and their browsers read it, that adds what they already have.',
  source: 'https://developer.chrome.com/docs/performance/insights/legacy-javascript',
  run: (facts) => {
    const scripts = renderedOf(facts)?.scripts ?? null;
    if (scripts === null) return scriptsNotListed;
    const files = scripts.files.filter(({ polyfills }) => polyfills !== null);
    if (files.length === 0) {
      return { status: 'na', summary: 'The page loads no script files that could be searched.' };
    }
    const legacy = files.flatMap(({ url, polyfills }) => {
      const old = (polyfills ?? []).filter((name) => notNeeded.has(name));
      return old.length < many || !URL.canParse(url) ? [] : [{ url, old }];
    });
    const page = new URL(facts.response.finalUrl);
    const own = legacy.filter(({ url }) => isSameSite(new URL(url), page));
    const features = [...new Set(own.flatMap(({ old }) => old))];
    const value = {
      files: files.length,
      legacy: shortList(own.map(({ url }) => url)),
      // The owner of the site cannot change them.
      others: shortList(legacy.filter((file) => !own.includes(file)).map(({ url }) => url)),
      features: shortList(features),
    };
    const [first] = own;
    if (first === undefined) {
      const summary = `Script files of the site with many polyfills that browsers no longer need: 0 of ${countText(files.length)}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${shortUrl(first.url)}${own.length === 1 ? '' : ` and ${countText(own.length - 1)} more`} ${own.length === 1 ? 'adds' : 'add'} what all browsers have had for years, such as ${features.slice(0, 2).join(' and ')}: ${countText(features.length)} polyfills.`,
      value,
      evidence: own.slice(0, maxEvidence).map(({ url }) => urlEvidence(url)),
    };
  },
};
