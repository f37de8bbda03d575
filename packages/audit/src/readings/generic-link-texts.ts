import { memoize } from './memoize.ts';

/**
 * Generic link texts by language, which do not describe the target when read without context.
 * Lower-case. Common names of pages are left out ("Start" on German sites, "Details").
 */
const phrases: Readonly<Record<string, string>> = {
  en: 'click here|click|click this|click me|click here for more|click here to learn more|here|right here|over here|go|go here|this|this link|this page|page|link|more|more…|more...|more info|more information|more details|see details|view details|information|read more|read more…|read more...|read on|read this|read the rest|see more|see here|see this|view more|show more|learn more|learn more…|find out more|get more info|discover more|start|continue|continue reading|keep reading|tap here|press here|download here|visit here|full story|full article|read full article|read full story|read article',
  de: 'hier|hier klicken|klick hier|klicke hier|klicken sie hier|bitte hier klicken|klick|mehr|mehr…|mehr...|mehr infos|mehr info|mehr informationen|mehr dazu|mehr erfahren|mehr lesen|mehr anzeigen|erfahren sie mehr|erfahre mehr|lesen sie mehr|weiterlesen|weiter lesen|jetzt lesen|zum artikel|zum beitrag|siehe|siehe hier|dies|das|dieser link|link|weitere informationen|weitere infos|ganzen artikel lesen',
  es: 'aquí|aqui|haz clic aquí|haz click aquí|haga clic aquí|haga click aquí|pulsa aquí|pulse aquí|pincha aquí|pincha aqui|click aquí|click aqui|clic aquí|clic aqui|clicka aquí|clicka aqui|más|mas|más info|más información|más informacion|mas información|mas informacion|más detalles|leer más|leer mas|lee más|ver más|ver mas|saber más|saber mas|conoce más|conocer más|seguir leyendo|sigue leyendo|continuar leyendo|continuar|este|esto|este enlace|enlace|ir|empezar|descubre más|descubrir más',
  pt: 'aqui|clique aqui|clica aqui|clique|mais|mais info|mais informação|mais informações|mais detalhes|leia mais|ler mais|ver mais|veja mais|veja aqui|saiba mais|saber mais|continue lendo|continuar lendo|continuar a ler|continuar|este link|link|isto|ir|começar|conheça mais|leia a matéria completa',
  ja: 'ここ|こちら|ここをクリック|こちらをクリック|クリック|リンク|もっと|もっと見る|もっと読む|もっと詳しく|詳細|詳細を見る|詳細はこちら|詳しく|詳しく見る|詳しくはこちら|続き|続く|続きを読む|続きを見る|続きはこちら|全文|全文表示|全文を読む',
  ko: '여기|여기를 클릭|여기를 클릭하세요|여기 클릭|이곳|클릭|클릭하세요|링크|더|더보기|더 보기|더 읽기|더 알아보기|자세히|자세히 보기|자세히 알아보기|상세보기|상세 보기|계속|계속 읽기|이동|바로가기|전체 보기|전체보기',
  sv: 'här|klicka här|klicka|tryck här|läs mer|läs mer…|läs mer här|läs vidare|läs hela artikeln|läs artikeln|mer|mer info|mer information|se mer|visa mer|ta reda på mer|fortsätt läsa|länk|denna länk',
  ta: 'இங்கே|இங்கு|இங்கே கிளிக் செய்யவும்|இங்கே சொடுக்கவும்|இங்கே அழுத்தவும்|தயவுசெய்து இங்கே அழுத்தவும்|மேலும்|மேலும் படிக்க|மேலும் அறிய|மேலும் அறிக|மேலும் பார்க்க|மேலும் தகவல்|மேலும் தகவலுக்கு|மேலும் தகவல்கள்|மேலும் தரவுகளுக்கு|தொடர்ந்து படிக்க|அடுத்த பக்கம்|முந்தைய பக்கம்|முன்பக்கம்|மறுபக்கம்|இணைப்பு',
  fa: 'اینجا|این‌جا|اینجا کلیک کنید|اینجا را کلیک کنید|اینجا بزنید|کلیک کنید|این|این لینک|لینک|بیشتر|بیشتر بخوانید|بیشتر بدانید|بیشتر ببینید|مشاهده بیشتر|ادامه|ادامه مطلب|اطلاعات|اطلاعات بیشتر|مطالعه بیشتر|برو|شروع',
  fr: "ici|cliquez ici|cliquer ici|clique ici|cliquez|par ici|plus|plus…|plus...|plus d’infos|plus d'infos|plus d’informations|plus d'informations|plus de détails|en savoir plus|en savoir plus…|savoir plus|lire|lire plus|lire la suite|lire la suite…|lire la suite...|lire l’article|lire l'article|voir plus|voir|voir la suite|la suite|continuer la lecture|ce lien|lien",
  it: "qui|qua|clicca qui|clicca|clicca qua|cliccare qui|premi qui|altro|di più|più info|più informazioni|maggiori informazioni|maggiori info|maggiori dettagli|ulteriori informazioni|leggi|leggi tutto|leggi di più|leggi ancora|leggi l’articolo|leggi l'articolo|scopri|scopri di più|per saperne di più|vedi|vedi altro|mostra altro|continua|continua a leggere|continua la lettura|questo link|link|vai",
  nl: 'hier|klik hier|klik|meer|meer…|meer info|meer informatie|meer lezen|meer weten|meer details|lees meer|lees meer…|lees verder|lees hier|lees hier meer|verder lezen|bekijk meer|toon meer|ontdek meer|ga verder|deze link|link',
  pl: 'tutaj|tu|kliknij|kliknij tutaj|kliknij tu|więcej|więcej…|więcej...|więcej informacji|więcej info|więcej szczegółów|czytaj|czytaj więcej|czytaj dalej|czytaj całość|przeczytaj|przeczytaj więcej|dowiedz się więcej|zobacz|zobacz więcej|zobacz tutaj|pokaż więcej|link|ten link',
  ru: 'здесь|тут|сюда|нажмите здесь|нажмите сюда|нажмите|жмите сюда|жми сюда|кликните здесь|клик|ещё|еще|больше|подробнее|подробнее…|подробнее...|подробно|читать|читать далее|читать далее…|читать дальше|читать полностью|читать ещё|читать еще|узнать больше|узнать подробнее|смотреть|показать ещё|показать еще|ссылка|по ссылке|эта ссылка|перейти',
  uk: 'тут|сюди|натисніть тут|натисніть сюди|натисніть|клацніть тут|більше|ще|детальніше|докладніше|читати|читати далі|читати більше|читати повністю|дізнатися більше|дізнатись більше|показати більше|посилання|за посиланням|перейти',
  zh: '这里|這裡|這裏|此处|此處|点击|點擊|点击这里|點擊這裡|点击此处|點擊此處|按这里|按此|點我|点我|链接|連結|鏈接|更多|查看更多|了解更多|更多信息|更多資訊|更多内容|更多內容|查看详情|查看詳情|详情|詳情|详细|詳細|阅读更多|閱讀更多|阅读全文|閱讀全文|继续阅读|繼續閱讀|全文|查看|进入|進入',
  tr: 'burada|buraya|burası|buradan|tıklayın|tıkla|buraya tıklayın|buraya tıkla|tıklayınız|buraya tıklayınız|daha fazla|daha fazlası|daha fazla bilgi|daha fazla bilgi edinin|daha fazlasını oku|devamı|devamını oku|devamı için tıklayın|okumaya devam et|detaylı bilgi|bağlantı|bu bağlantı|link|devam|incele',
  ar: 'هنا|اضغط هنا|انقر هنا|اضغط|انقر|من هنا|المزيد|مزيد|مزيد من المعلومات|المزيد من المعلومات|اقرأ المزيد|اقرأ أكثر|قراءة المزيد|إقرأ المزيد|اعرف المزيد|معرفة المزيد|شاهد المزيد|عرض المزيد|للمزيد|أكمل القراءة|تابع القراءة|رابط|الرابط|هذا الرابط',
  da: 'her|klik her|klik|tryk her|læs mere|læs mere…|læs mere her|læs videre|læs hele artiklen|læs artiklen|mere|mere info|mere information|se mere|vis mere|find ud af mere|link|dette link',
  no: 'her|klikk her|klikk|trykk her|les mer|les mer…|les mer her|les videre|les hele saken|les saken|mer|mer info|mer informasjon|se mer|vis mer|finn ut mer|lenke|denne lenken|les meir|meir',
  fi: 'tästä|täältä|tässä|täällä|klikkaa tästä|klikkaa|paina tästä|lisää|lisätietoja|lisätiedot|lue lisää|lue lisää…|lue koko juttu|lue juttu|katso lisää|katso|näytä lisää|jatka lukemista|linkki|tämä linkki',
  cs: 'zde|tady|klikněte zde|klikněte|klikni zde|klikni|více|více…|více info|více informací|více zde|další informace|číst|číst dál|číst dále|číst více|čtěte více|čtěte dále|přečíst|přečtěte si více|celý článek|zjistit více|zobrazit více|zobrazit|odkaz|tento odkaz',
  hu: 'itt|ide|kattintson ide|kattints ide|kattints|katt ide|tovább|tovább…|tovább olvasom|tovább olvasás|bővebben|részletesen|további információ|további információk|több|még több|olvass tovább|elolvasom|megnézem|link|ez a link',
  ro: 'aici|click aici|clic aici|apasă aici|apasati aici|apăsați aici|mai mult|mai multe|mai multe informații|mai multe detalii|citește|citește mai mult|citește mai multe|citește mai departe|citeşte mai mult|citeşte mai departe|află mai mult|află mai multe|vezi|vezi mai mult|vezi mai multe|link',
  el: 'εδώ|κάντε κλικ εδώ|κάνε κλικ εδώ|κλικ εδώ|πατήστε εδώ|πάτα εδώ|κλικ|περισσότερα|περισσότερες πληροφορίες|διαβάστε περισσότερα|διάβασε περισσότερα|διαβάστε|μάθετε περισσότερα|μάθε περισσότερα|δείτε περισσότερα|δες περισσότερα|συνέχεια|σύνδεσμος',
  he: 'כאן|לחץ כאן|לחצו כאן|הקלק כאן|הקליקו כאן|לחצי כאן|עוד|עוד…|מידע נוסף|למידע נוסף|לפרטים|לפרטים נוספים|פרטים נוספים|קרא עוד|קראו עוד|קרא/י עוד|להמשך קריאה|המשך קריאה|קישור|לינק',
  hi: 'यहाँ|यहां|यहाँ क्लिक करें|यहां क्लिक करें|क्लिक करें|इधर|अधिक|और पढ़ें|अधिक पढ़ें|और जानें|अधिक जानें|और देखें|अधिक जानकारी|अधिक जानकारी के लिए|आगे पढ़ें|पूरा पढ़ें|लिंक',
  id: 'di sini|disini|klik di sini|klik disini|klik|klik ini|tekan di sini|lagi|selengkapnya|selengkapnya…|baca|baca selengkapnya|baca lebih lanjut|baca lagi|lihat|lihat selengkapnya|lihat lainnya|lebih lanjut|info lebih lanjut|info lengkap|pelajari lebih lanjut|pelajari selengkapnya|lanjut membaca|tautan|tautan ini|link|link ini',
  vi: 'ở đây|tại đây|đây|bấm vào đây|bấm đây|nhấn vào đây|nhấp vào đây|click vào đây|xem|xem thêm|xem chi tiết|xem tiếp|đọc thêm|đọc tiếp|tìm hiểu thêm|thêm|chi tiết|thông tin thêm|liên kết|link',
  th: 'ที่นี่|คลิกที่นี่|คลิก|กดที่นี่|กดตรงนี้|เพิ่มเติม|อ่านเพิ่มเติม|อ่านต่อ|ดูเพิ่มเติม|ดูรายละเอียด|เรียนรู้เพิ่มเติม|ข้อมูลเพิ่มเติม|ลิงก์|ลิงค์|ต่อ',
};

/** Other codes of the same language. */
const aliases: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

const lists = new Map<string, ReadonlySet<string>>(
  Object.entries(phrases).map(([lang, texts]) => [
    lang,
    new Set(texts.split('|').map((text) => text.normalize('NFC'))),
  ]),
);

const all: ReadonlySet<string> = new Set([...lists.values()].flatMap((list) => [...list]));
const byLang: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...lists,
  ...Object.entries(aliases).map(
    ([alias, lang]) => [alias, lists.get(lang) ?? new Set<string>()] as const,
  ),
]);

/**
 * Whether a text is certainly none of the phrases, also without decoration, going by its length and its ends: most
 * texts of links need no more than that.
 */
export function isNoPhrase(text: string, texts: ReadonlySet<string>): boolean {
  const shape = shapeOf(text);
  return shape !== null && !otherUnit.test(text) && !shapesOf(texts).has(shape);
}

/** Units that the normal form may change, and with them the length. */
const otherUnit = /[^\0-\u02ff]/;

const shapesOf = memoize((texts: ReadonlySet<string>): ReadonlySet<number> => {
  const shapes = new Set<number>();
  for (const text of texts) {
    const shape = shapeOf(text);
    if (shape !== null) shapes.add(shape);
  }
  return shapes;
});

/** The length and the first and the last letter of a text, in any case; `null` where those are not both of ASCII. */
function shapeOf(text: string): number | null {
  const { length } = text;
  if (length === 0) return null;
  const [first, last] = [letterAt(text, 0), letterAt(text, length - 1)];
  return first === 0 || last === 0 ? null : (length << 14) | (first << 7) | last;
}

/** A letter of ASCII in lower case; 0 for another character. */
function letterAt(text: string, at: number): number {
  const letter = text.charCodeAt(at) | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter : 0;
}

/** Longer texts match none of the phrases, in any normal form. */
export const maxGenericTextLength = 60;

/** Languages with a list, in alphabetical order. */
export const genericTextLanguages: readonly string[] = [...lists.keys()].sort();

/**
 * The generic link texts of a language; `null` for an unknown language: its words may have another meaning.
 *
 * @param lang - Language tag of the link or of the page; without one, those of all languages.
 */
export function genericLinkTexts(lang: string | null): ReadonlySet<string> | null {
  const [primary = ''] = (lang ?? '').trim().toLowerCase().split(/[-_]/, 1);
  if (primary === '') return all;
  return byLang.get(primary) ?? null;
}
