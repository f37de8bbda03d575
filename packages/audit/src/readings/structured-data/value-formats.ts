import { isWebUrlText } from '../../url/web-url.ts';

/** Longer values are not numbers, codes or dates. In UTF-16 units. */
const maxLength = 100;

/** Decimal digits with a point, and commas between thousands, which Google reads, too. */
const number =
  /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}|\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,15})?)$/;

/** The value of a number as structured data writes it; `null` for other texts. */
export function numberOf(text: string): number | null {
  const value = text.trim();
  return value.length <= maxLength && number.test(value) ? Number(value.replaceAll(',', '')) : null;
}

/**
 * ISO 4217, the currencies and funds in use, without metals and test codes; with `BGN` and `ANG`, whose
 * countries changed to others in 2026 and 2025. Two tickers are allowed by schema.org.
 * Source: https://www.six-group.com/en/products-services/financial-information/data-standards.html
 * ("List One"), as of 2025.
 */
const currencies = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN
  BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
  GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
  KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
  MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK
  SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU
  UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG BTC ETH`.split(/\s+/),
);

/** Whether a text is a currency code, in any case. */
export function isCurrency(text: string): boolean {
  return currencies.has(text.trim().slice(0, maxLength).toUpperCase());
}

const calendarDate = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const basicDate = /^(\d{4})(\d\d)(\d\d)$/;
/** Weeks and days of the year: rare, and not checked further. */
const otherDate = /^\d{4}-?(?:W\d\d(?:-?[1-7])?|\d{3})$/;
const time =
  /^(?:[01]\d|2[0-4])(?::?[0-5]\d(?::?(?:[0-5]\d|60)(?:[.,]\d{1,9})?)?)?(?:Z|UTC|GMT|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;

/**
 * Whether a text is a date of ISO 8601, with or without a time. A space instead of the `T`, as in
 * RFC 3339, and `UTC` instead of `Z` are also allowed.
 */
export function isDate(text: string): boolean {
  const value = text.trim();
  if (value.length > maxLength) return false;
  const at = value.search(/[T ]/i);
  const date = at < 0 ? value : value.slice(0, at);
  if (at >= 0 && !time.test(value.slice(at + 1).replace(' ', ''))) return false;
  const found = calendarDate.exec(date) ?? basicDate.exec(date);
  if (found === null) return otherDate.test(date);
  const [, year, month = '01', day = '01'] = found;
  const first = new Date(Date.UTC(2000, Number(month) - 1, 1));
  first.setUTCFullYear(Number(year));
  const days = new Date(Date.UTC(first.getUTCFullYear(), Number(month), 0)).getUTCDate();
  const inYear = Number(month) >= 1 && Number(month) <= 12;
  return inYear && Number(day) >= 1 && Number(day) <= days && Number(year) > 0;
}

const duration =
  /^P(?!$)(?:\d{1,9}(?:[.,]\d{1,9})?Y)?(?:\d{1,9}(?:[.,]\d{1,9})?M)?(?:\d{1,9}(?:[.,]\d{1,9})?W)?(?:\d{1,9}(?:[.,]\d{1,9})?D)?(?:T(?!$)(?:\d{1,9}(?:[.,]\d{1,9})?H)?(?:\d{1,9}(?:[.,]\d{1,9})?M)?(?:\d{1,9}(?:[.,]\d{1,9})?S)?)?$/i;

/** Whether a text is a duration of ISO 8601, such as `PT1H30M`. */
export function isDuration(text: string): boolean {
  const value = text.trim();
  return value.length <= maxLength && duration.test(value);
}

/** The members of the enumerations in rich results, in lower case, with the example for a message. */
const enumerations = {
  availability:
    'backorder|discontinued|instock|instoreonly|limitedavailability|madetoorder|onlineonly|outofstock|preorder|presale|reserved|soldout',
  itemCondition: 'damagedcondition|newcondition|refurbishedcondition|usedcondition',
  eventStatus: 'eventcancelled|eventmovedonline|eventpostponed|eventrescheduled|eventscheduled',
  eventAttendanceMode:
    'mixedeventattendancemode|offlineeventattendancemode|onlineeventattendancemode',
} as const;

const members = new Map(
  Object.entries(enumerations).map(([name, list]) => [name, new Set(list.split('|'))] as const),
);

/** A property whose values are members of an enumeration of schema.org. */
export type Enumeration = keyof typeof enumerations;

/** Whether a name is that of a property with such values. */
export function isEnumeration(name: string): name is Enumeration {
  return Object.hasOwn(enumerations, name);
}

/** Whether a text is a member of an enumeration: a URL of schema.org or, as Google allows, a short name. */
export function isMember(text: string, of: Enumeration): boolean {
  const name = text
    .trim()
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/^(?:(?:https?:)?(?:\/\/)?(?:www\.)?schema\.org\/|schema:)/, '');
  return members.get(of)?.has(name.replace(/\/$/, '')) ?? false;
}

/** What programs print instead of a missing value, and markers of templates. */
const missing =
  /^(?:undefined|null|NaN|\[object Object\])$|^\{\{[^{}]{1,80}\}\}$|^<%[^<>]{1,80}%>$/;

/** Whether a text is a value that a template should have filled in. */
export function isMissingValue(text: string): boolean {
  return text.length <= maxLength && missing.test(text.trim());
}

/** Whether a text can be a URL: an http(s) URL, or one relative to the page. */
export function isUrl(text: string, base: string): boolean {
  const value = text.trim();
  if (isMissingValue(value)) return false;
  return /^(?:data|mailto|tel|urn|geo):/i.test(value) || isWebUrlText(value, base);
}
