import {
  booleanOption,
  functionOption,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';

/** How the pages look. */
interface Brand {
  /** The name shown at the top of every page, at most 60 characters. Default: `sitegrade`. */
  readonly name?: string;
  /**
   * A logo shown in place of the name, 28 pixels high and as wide as it is: a `data:image/…` URL or a path on the host.
   * Default: none.
   */
  readonly logo?: string;
  /** The logo on dark pages. Default: `logo`, on a light background. */
  readonly logoDark?: string;
  /** The colour of links and buttons, as `#rrggbb`. It is darkened or lightened to be legible. Default: blue. */
  readonly accent?: string;
  /** A line of text at the bottom of every page, at most 300 characters. Default: none. */
  readonly footer?: string;
}

/** Options of the pages. */
export interface PagesOptions extends Brand {
  /** Where the pages begin, below the mount path. Default: `/sitegrade`. */
  readonly path?: string;
  /** Whether to mount the shared pages of reports and websites, under `{path}/share`. Default: `true`. */
  readonly share?: boolean;
  /** Whether to mount the console, where owners create reports and manage keys. Default: `true`. */
  readonly console?: boolean;
  /**
   * The page of the host to log in at, for visitors that `authenticate` does not name: a URL or a path on
   * the host. Without it they get a page with status 401.
   */
  readonly loginUrl?: string;
  /** Whether search engines may index the shared pages of public websites. Default: `false`. */
  readonly indexable?: boolean;
  /**
   * The brand of an owner, on the pages of the console and on the shared pages of their websites. What it leaves
   * out, or all for `undefined`, is as for the server; the logos are not, if it has its own name or logo. It is called
   * for every page: let it answer from a cache.
   */
  readonly brand?: (ownerId: string) => Brand | undefined | Promise<Brand | undefined>;
}

/** The options of the pages with their defaults. */
export interface PagesSettings extends Required<Omit<PagesOptions, OptionalText>> {
  readonly loginUrl: string | undefined;
  readonly logo: string | undefined;
  readonly logoDark: string | undefined;
  readonly accent: string | undefined;
  readonly footer: string | undefined;
  readonly brand: PagesOptions['brand'];
}

type OptionalText = 'loginUrl' | 'logo' | 'logoDark' | 'accent' | 'footer' | 'brand';

const segments = /^(?:\/[A-Za-z0-9\-._~]+)+$/;
/** Printable ASCII, as it becomes the header `Location` or an attribute. */
const pathOnHost = /^\/(?![/\\])(?:(?![\\<>"'])[!-~])*$/;
const webUrl = /^https?:\/\/[!-~]+$/i;
const image = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,][^\s<>"']+$/;
const maxLogoLength = 50_000;

const logoOption = mustBe<string>(
  `a data:image URL of at most ${maxLogoLength} characters, or a path on the host`,
  isLogo,
);

const brandEntries = {
  name: v.optional(textOption(60)),
  logo: v.optional(logoOption),
  logoDark: v.optional(logoOption),
  accent: v.optional(
    mustBe<string>(
      'a colour such as #0b5cc4',
      (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
    ),
  ),
  footer: v.optional(textOption(300)),
};

const brandObject = optionsObject(brandEntries);

const pagesObject = optionsObject({
  path: v.optional(
    mustBe<string>('a path such as /sitegrade, without a trailing slash', isPagesPath),
  ),
  share: v.optional(booleanOption),
  console: v.optional(booleanOption),
  loginUrl: v.optional(
    mustBe<string>('a path on the host such as /login, or an http or https URL', isLoginUrl),
  ),
  indexable: v.optional(booleanOption),
  ...brandEntries,
  brand: v.optional(functionOption),
});

/** The schema of the option `pages`. */
export const pagesSchema = v.lazy((value) =>
  isObject(value) ? pagesObject : v.boolean('must be a boolean or an object of options.'),
);

/** The settings of the pages. `false` turns off the shared pages and the console. */
export function pagesSettings(pages: boolean | PagesOptions): PagesSettings {
  const options: PagesOptions =
    typeof pages === 'object' ? pages : { share: pages, console: pages };
  return {
    path: options.path ?? '/sitegrade',
    share: options.share ?? true,
    console: options.console ?? true,
    indexable: options.indexable ?? false,
    name: options.name ?? 'sitegrade',
    loginUrl: options.loginUrl,
    logo: options.logo,
    logoDark: options.logoDark,
    accent: options.accent,
    footer: options.footer,
    brand: options.brand,
  };
}

/**
 * The brand that the option `brand` has returned, without what is `undefined`. With its own name or logo, it has
 * no logo of another brand.
 *
 * @throws TypeError that names what is not valid.
 */
export function brandOf(returned: unknown): Partial<PagesSettings> | undefined {
  if (returned === undefined) return undefined;
  const brand = validateOptions(brandObject, returned, 'sitegrade: pages.brand returned ');
  const given = Object.fromEntries(
    Object.entries(brand).filter(([, value]) => value !== undefined),
  );
  const isNamed = 'name' in given || 'logo' in given;
  return isNamed ? { logo: undefined, logoDark: undefined, ...given } : given;
}

function textOption(max: number) {
  return mustBe<string>(
    `a string of 1 to ${max} characters`,
    (value) =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= max &&
      !/[\p{Cc}\p{Cf}]/u.test(value),
  );
}

function isPagesPath(value: unknown): boolean {
  if (typeof value !== 'string' || !segments.test(value)) return false;
  return value !== '/api/v1' && !value.startsWith('/api/v1/') && !/\/\.{1,2}(?:\/|$)/.test(value);
}

function isLoginUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return pathOnHost.test(value) || (webUrl.test(value) && URL.canParse(value));
}

function isLogo(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > maxLogoLength) return false;
  return pathOnHost.test(value) || image.test(value);
}
