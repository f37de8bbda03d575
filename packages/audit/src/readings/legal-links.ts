import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { percentDecoded } from '../url/percent-decoded.ts';
import { missingContent } from './app-shell.ts';
import { memoize } from './memoize.ts';
import { groupByFirstLetter } from './text/group-by-first-letter.ts';

/** Parts of the words, in texts and URLs of links, that name a privacy policy or one about cookies. */
const privacy = groupByFirstLetter(
  /privacy|gdpr|cookie|kakor|ev[aä]stee|informasjonskapsler|[cç]erez|data[-_ ]?protection|data[-_ ]?policy|datenschutz|confidentialit|donn[ée]{1,2}es?[-_ ]personnelles|protection[-_ ]des[-_ ]donn|vie[-_ ]priv|rgpd|privacidad|privacitat|protecci[oó]n[-_ ]de[-_ ]datos|riservatezza|protezione[-_ ]dei[-_ ]dati|gegevensbescherming|privacidade|prote[cç][aã]o[-_ ]de[-_ ]dados|lgpd|prywatno|rodo|danych[-_ ]osobowych|integritet|personuppgift|dataskydd|privatliv|persondata|databeskyttelse|tietosuoja|yksityisy|rekisteriseloste|personvern|soukrom|osobn[ií]ch[-_ ][uú]daj|s[uú]krom|osobn[yý]ch[-_ ][uú]daj|adatv[eé]d|adatkezel|confiden[tț]ialitate|date[-_ ]personale|datelor|gizlilik|kvkk|ki[sş]isel[-_ ]veri|конфиденциальн|персональн|приватн|конфіденційн|поверителност|лични данни|απορρήτου|απόρρητο|προσωπικ|ιδιωτικ|プライバシ|個人情報|隐私|隱私|个人信息|個人資料|개인정보|프라이버시|פרטיות|خصوصية|privatnost|osobnih[-_ ]podat|zasebnost|osebnih[-_ ]podat|privaatsus|isikuandme|privatum|asmens[-_ ]duomen|priv[aā]tum|personas[-_ ]dat|privasi/i,
);

/** The same for pages with legal information of any kind, which mostly contain or name all others. */
const legal = groupByFirstLetter(
  /legal|terms|imprint|impressum|impresszum|impresum|disclaimer|notice|policies|conditions|rechtlich|\bagb\b|nutzungsbedingungen|anbieterkennzeichnung|offenlegung|mentions[-_ ]l|\bcg[uv]\b|aviso[-_ ]legal|t[eé]rminos|condiciones|note[-_ ]legali|condizioni|juridi|voorwaarden|termos|regulamin|zasady|villkor|vilk[aå]r|betingelser|ehdot|podm[ií]nk|felt[eé]tel|termeni|condi[tț]ii|yasal|[sş]artlar|ko[sş]ullar|условия|правила|соглашени|умови|правов|όροι|νομικ|利用規約|特定商取引|条款|條款|法律|版权|版權|약관|תנאי|משפטי|الشروط|شروط|قانون/i,
);

/** The same for ways to reach the owner. */
const contact = groupByFirstLetter(
  /conta[ct]{1,2}|kontakt|contato|yhtey|kapcsolat|el[eé]rhet[oő]s[eé]g|ileti[sş]im|ula[sş][iı]n|контакт|связ|зв.язат|επικοινων|問い?合わ?せ|联系|聯絡|聯繫|連絡|문의|고객|קשר|اتصل|تواصل|help|hilfe|support|service|\baide\b|ayuda|aiuto|ajuda|pomoc|hj[aä]lp|hj[eæ]lp|\bapua\b|seg[ií]ts[eé]g|ajutor|yard[iı]m|помощь|допомог|βοήθεια|ヘルプ|帮助|幫助|客服|客戶|도움|עזרה|مساعدة|\bfaq\b|about|[uü]e?ber[-_ ]uns|[aà][-_ ]propos|qui[eé]nes|chi[-_ ]siamo|over[-_ ]ons|o[-_ ]n[aá]s|r[oó]lunk|despre|hakk[iı]m|о нас|о компании|про нас|σχετικά|会社概要|关于|關於|회사|אודות|من نحن|\bom[-_ ]oss?\b|meist[aä]|sobre|stores?\b|filiale|standort/i,
);

/** The same for what a shop promises: delivery and returns. */
const delivery = groupByFirstLetter(
  /return|refund|shipping|delivery|warranty|widerruf|versand|liefer|r[uü]ckgabe|livraison|retour|env[ií]os?|devoluci|spedizion|\bresi\b|reso\b|verzend|bezorg|levering|frete|entrega|trocas|devolu[cç]|dostaw|zwrot|wysy[lł]k|leverans|returer|fragt|frakt|toimitus|palautus|doprav|vr[aá]cen|doru[cč]en|sz[aá]ll[ií]t|visszak[uü]ld|livrar|retur|kargo|iade|teslimat|доставк|возврат|повернен|αποστολ|επιστροφ|παράδοσ|配送|返品|送料|退货|退貨|运费|運費|배송|반품|משלוח|החזר|الشحن|التوصيل|إرجاع/i,
);

const words = { privacy, legal, contact, delivery } as const;

/** What a link can lead to. */
type Purpose = keyof typeof words;

/** Languages whose words are among those above. */
const languages = new Set(
  'ar bg ca cs da de el en es et fi fr gl he hr hu id it ja ko lt lv nb nl nn no pl pt ro ru sk sl sv tr uk zh'.split(
    ' ',
  ),
);

/** Fewer own links may be a page that is meant to stand alone, such as a login. */
const fewLinks = 5;
/** A shorter footer may be filled in by a script. */
const shortFooter = 20;

/** More links are too many to search: such a page is a list. */
const manyLinks = 1_000;
/** Characters of a link's text and of its URL that are searched: names of legal pages are short. */
const searched = 150;

/**
 * What a page's links and buttons say, and its own address and title, the last ones first. Texts are made when they
 * are searched: most pages name what they link to in one of the first.
 */
const textsOf = memoize((facts: AuditFacts) => ({ made: [] as string[], more: makeTexts(facts) }));

function* makeTexts({ page, urls }: AuditFacts): Generator<string, undefined> {
  // The page may be the one that others link to.
  yield `${cut(pathOf(urls.base))} ${cut(page.titles[0]?.text)} ${cut(page.headings[0]?.text)}`;
  for (const { tag, url } of urls.links.slice(-manyLinks).toReversed()) {
    yield `${cut(tag.text)} ${cut(tag.accessibleText)} ${cut(tag.title)} ${cut(pathOf(url))}`;
  }
  for (const { kind, accessibleText, href } of page.roles.slice(-manyLinks)) {
    if (kind === 'link') yield `${cut(accessibleText)} ${cut(href)}`;
  }
  for (const { element, role, accessibleText } of page.controls.slice(-manyLinks)) {
    if (element === 'button' || role === 'button') yield cut(accessibleText);
  }
}

function cut(text: string | null | undefined): string {
  return text?.slice(0, searched) ?? '';
}

function someText(facts: AuditFacts, pattern: RegExp): boolean {
  const { made, more } = textsOf(facts);
  for (const text of made) if (pattern.test(text)) return true;
  for (let next = more.next(); !next.done; next = more.next()) {
    made.push(next.value);
    if (pattern.test(next.value)) return true;
  }
  return false;
}

/** The purposes that were looked for on a page. */
const foundOn = memoize((_facts: AuditFacts) => new Map<Purpose, boolean>());

/** The path of a URL with its letters decoded; `''` without a URL. */
function pathOf(url: URL | null): string {
  if (url === null) return '';
  return percentDecoded(url.pathname + url.search);
}

/** Whether a link or a button of a page names one of the purposes. */
export function linksTo(facts: AuditFacts, ...purposes: Purpose[]): boolean {
  const found = foundOn(facts);
  return purposes.some((purpose) => {
    const known = found.get(purpose) ?? isNamed(facts, purpose);
    found.set(purpose, known);
    return known;
  });
}

function isNamed(facts: AuditFacts, purpose: Purpose): boolean {
  const pattern = words[purpose];
  const { links } = facts.urls;
  // https://microformats.org/wiki/existing-rel-values
  if (purpose === 'privacy' && links.some(({ tag }) => tag.rel.includes('privacy-policy')))
    return true;
  if (
    purpose === 'contact' &&
    links.some(({ kind, url }) => kind === 'other' && /^(?:tel|mailto):/.test(url?.href ?? ''))
  ) {
    return true;
  }
  return someText(facts, pattern);
}

/**
 * Why it is unknown which links a page has for its visitors, as the outcome of a check; `null` if its links
 * are all there: a page with a footer and several links, in a language whose words are known, that no script
 * fills in.
 */
export function unknownLinks({ page, urls }: AuditFacts): Outcome | null {
  const missing = missingContent(page);
  if (missing !== null) return missing;
  const na = (summary: string): Outcome => ({ status: 'na', summary });
  const language = page.html?.lang?.trim().toLowerCase().split('-', 1)[0] ?? '';
  if (!languages.has(language)) {
    return na('The words for legal pages are not known in the language that the page declares.');
  }
  const isCut = urls.notes.length > 0 || page.notes.some((note) => note.includes('listed'));
  if (isCut || urls.links.length > manyLinks) {
    return na('The page has more links than are read.');
  }
  const internalLinks = urls.links.filter(({ kind }) => kind === 'internal').length;
  if (internalLinks < fewLinks || !hasFooter(page)) {
    return na('The page has no footer with links, so its legal links may be elsewhere.');
  }
  return null;
}

function hasFooter({ footers, landmarks }: PageFacts): boolean {
  return (
    footers.some(
      ({ article, hidden, text }) =>
        article === null && hidden !== 'all' && text.length >= shortFooter,
    ) ||
    landmarks.some(
      ({ kind, hidden, words }) => kind === 'contentinfo' && hidden !== 'all' && words > 3,
    )
  );
}
