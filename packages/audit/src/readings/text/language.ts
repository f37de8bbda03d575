import type { AuditFacts } from '../../audit-facts.ts';
import type { PageFacts } from '../../page/page-facts.ts';
import { mediaTypeOf } from '../media-type.ts';
import { memoize } from '../memoize.ts';
import type { Script } from './scripts.ts';
import { hashOf, isWordAt, type TextWords, textWordsOf } from './text-words.ts';

/**
 * Words that carry grammar but no topic: articles, pronouns,
 * prepositions, conjunctions, particles and the most common verbs. Lower-case, the most common first;
 * an apostrophe separates two words. Written for this package.
 */
const lists = {
  en: 'the of and to in a is that for it on with as was be by at are this from you or an have not your we our has can all more if their will but they which he his her its about been were one who what when there also than other how so do no my us i me she him them these those would could should may had did does just into out up over any some such only very each most many after before because between through during where while then here both few own same too being again against under until above below off down further once why yours ours theirs myself itself themselves t s don ll re ve d m isn doesn didn won aren wasn weren hasn haven hadn shouldn wouldn couldn',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich wir ihr ihre ihren ihrem ihrer seine seinen seiner mein meine unser unsere unseren uns dich mich mir dir euch ihm ihn ihnen du kann können könnte muss müssen soll sollen sollte will wollen darf dürfen wenn weil da dann doch hier dort was wer wo wann warum wie welche welcher welches dieser diese dieses diesem diesen jeder jede jedes alle allem allen aller alles kein keine keinen ohne gegen unter zwischen während wegen seit ab vom beim ins ans also etwas sehr schon wieder nun denn ob damit dabei dazu daran darauf davon worden waren hatte hatten habe bin bist seid wäre würde würden sowie beide viel viele sondern',
  fr: 'de la le et les des en un une du que est pour qui dans a par plus pas au sur ne se ce il sont ou avec son sa ses aux d l qu n s c j m t mais comme nous vous on leur leurs cette ces cet ils elle elles être avoir fait faire si tout tous toute toutes même été ont peut aussi entre sans sous vers chez après avant depuis pendant contre lors donc car ni où dont quand comment pourquoi quel quelle quels quelles je tu me te moi toi lui eux mon ma mes ton ta tes notre nos votre vos y très bien encore moins peu trop autre autres ainsi alors cela ceci ça celui celle ceux celles était étaient sera seront serait avait avaient aura ai as avons avez suis es sommes êtes soit puis afin dès jusqu lorsqu puisqu parce selon chaque plusieurs quelques rien jamais déjà ici là deux',
  es: 'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo solo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada e vida otro después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres sí sido gran país según menos estos estas tus tu nuestro nuestra nuestros nuestras usted ustedes ellos ellas nosotros les os contra ante bajo tras hacia mediante cual cuales quien quienes cómo cuándo dónde están estar tener hacer poder pueden fueron será serán sea sean habían han he hemos algo alguno algunos alguna algunas nada nadie ningún ninguna poco mucho muchos muchas aquí allí esto aquel unos unas',
  it: 'di e il la che in a per un è del non una con sono i le da si della al dei come lo più o gli ma anche nel alla delle ha dal se su questo alle nella ed ai degli tra questa suo sua loro essere l d c n s un dell all nell dall sull quell ci stato stata due hanno ad dalla cui fra quando mi ne ti vi chi cosa dove perché sui sulla sulle sul dai dalle nei nelle negli agli sia era erano fu fare fatto può possono quella quello quelli quelle questi queste così solo dopo prima senza molto poi ancora ogni tutto tutti tutte tutta già noi voi lui lei io tu me te suoi sue nostro nostra nostri nostre vostro vostra mio mia tuo tua quindi però mentre durante contro sotto sopra verso fino oltre qui lì dunque oppure né meno stesso stessa altri altre altro altra qualche alcuni alcune niente nulla mai sempre abbiamo avere aveva ho hai sei siamo siete sarà sarebbe viene',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas havia seja qual será nós tenho lhe deles essas esses pelas este fosse dele tu te vocês vos lhes meus minhas teu tua nosso nossa nossos nossas dela delas esta estes estas aquele aquela aqueles aquelas isto aquilo estou estamos estava estavam são somos sou fui fomos pode podem fazer sobre onde porque assim então ainda cada todo toda todos todas outro outra outros outras muitos muitas pouco nada algo alguns algumas sob após antes durante contra desde ante cujo pois porém aqui ali lá bem tão seria',
  nl: 'de het een van en in is dat op te zijn met voor die niet er aan om ook als maar bij nog uit dan naar door of tot over wordt je deze heeft kan hij ze we worden wat meer zo hun zich u dit was al haar geen werd ik jij wij zij jullie mij me mijn jouw uw ons onze hem hen wie waar wanneer waarom hoe welke welk alle alles elk elke iets niets niemand veel weinig zonder tegen onder tussen tijdens sinds na voordat omdat want toch dus wel zal zullen zou zouden kunnen kon konden moet moeten mag mogen wil willen had hadden hebben heb hebt ben bent waren geweest gaan gaat doen doet komt komen zelf daar hier toen nu al reeds steeds heel zeer eigen andere ander anders beide sommige enkele',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när man nu efter vid hade där ut eller mot sin under ska skall då också denna detta dessa blir bli blev än mycket över alla allt hur vad vem vilka vilken vilket varför här du ni oss er dig mig honom henne hon dem dom deras hans hennes min mitt mina din ditt dina vår vårt våra sitt sina upp ned in inom utan mellan genom kring bara bland sedan innan medan eftersom därför dock redan ännu alltid aldrig någon något några ingen inget inga varje mer mest många andra annan annat samma själv vara varit kunde skulle ville vill måste får fick göra gör finns utom enligt samt både',
  da: 'og i at det er en til på som af for de med der den ikke et har om han fra var jeg men sig vi så kan man eller når ved være også efter over skal hun hvor nu ud op blev mod være hvad hvem hvorfor hvordan hvilken hvilket hvilke her du os dig mig ham hende dem deres hans hendes min mit mine din dit dine vores vor sin sit sine ind inden uden mellem gennem under bare blandt siden mens fordi derfor dog allerede endnu altid aldrig nogen noget nogle ingen intet hver mere mest mange meget andre anden andet samme selv været blive bliver kunne skulle ville vil må måtte får fik gør gøre findes ifølge samt både enten dette denne disse alle alt da end jo havde',
  no: 'og i det som på er en til at av for de med den ikke et har om han fra var jeg men seg vi så kan man eller når ved være også etter over skal hun hvor nå ut opp ble mot hva hvem hvorfor hvordan hvilken hvilket hvilke her du oss deg meg ham henne dem deres hans hennes min mitt mine din ditt dine vår vårt våre sin sitt sine inn innen uten mellom gjennom under bare blant siden mens fordi derfor likevel allerede ennå alltid aldri noen noe ingen ingenting hver hvert mer mest mange mye meget andre annen annet samme selv vært bli blir kunne skulle ville vil må måtte får fikk gjør gjøre finnes ifølge samt både enten dette denne disse alle alt da enn hadde ikkje eg ein eit dei frå vere etter dykk korleis kva',
  pl: 'w i na z do się nie to że jest o a jak od po za są przez dla co ze tym był tego być może ale czy już tak oraz go jego jej ich tylko także lub które który która którzy których którym którego której pod przed przy nad u bez między podczas mnie mi mój moja moje nas nam nasz nasza nasze was wam wasz ty ja my wy on ona ono oni one ci cię ciebie jemu niej nim nimi tej ta ten te tych temu tam tu gdzie kiedy dlaczego jaki jaka jakie jeśli jeżeli gdy więc jednak więcej mniej bardzo bardziej można będzie będą była było były ma mają miał mieć ani aby żeby ponieważ również jeszcze nawet każdy każda każde wszystkie wszystko wszystkich inne inny innych sam sobie swój swoje swoich coś ktoś nic nikt raz zawsze nigdy teraz potem według około dzięki',
  cs: 'a se v na je že o s z do i to k ve pro za by ale si po jako od jsou který která které jeho její jejich tak bylo být podle byl byla byli nebo až má mají co jak při před tento tato toto tyto tím tom této těchto když už jen také které než ze aby jsem jste jsme můj moje tvůj náš naše váš vaše svůj své svou on ona ono oni my vy já ty mě mi tě ti mu ho jí jim jich nás nám vás vám kde kdy kdo proč jaký jaká jaké pokud protože však ještě více méně velmi může mohou bude budou bych bychom není nejsou ani ať či mezi pod nad bez u přes během kromě každý všechny všech všechno jiný jiné něco někdo nic nikdo vždy nikdy teď zde tam tu ten ta ty proto tedy například',
  hu: 'a az és hogy nem is egy ez meg van de csak ha el már volt mint még azt vagy minden csak ki be le fel lesz kell lehet volna mert pedig majd akkor ami aki amely amelyek akik amelyet úgy így nagyon én te ő mi ti ők engem téged minket neki nekem neked nekik nekünk ezt ezek azok ezeket azokat ebben abban ennek annak erre arra ezzel azzal itt ott ahol amikor mikor miért hogyan milyen mely mit mindig soha most után előtt között alatt fölött mellett nélkül szerint által miatt során ellen felé óta ilyen olyan több kevesebb sok kevés más másik saját egyik néhány semmi senki valami valaki sem se nincs vannak voltak legyen tud tudja lehetett azonban illetve valamint tehát hanem bár ugyanis ezért azért',
  ro: 'de și în a la cu pe o un să nu care din este ce mai se pentru că au fost al sa le sau ca lui ale cel cea cei cele prin dar după între am ai are avea aveau era erau fi fie va vor voi vom veți ar aș acest această acești aceste acesta aceasta acestea acel acea acei acele își îi îl i l s m te ne vă mă eu tu el ea noi voi ei ele meu mea mei mele tău ta nostru noastră noastre vostru lor său săi sale unde când cum cât cine dacă deși deoarece fără sub peste spre până despre împotriva toate toți tot toată orice fiecare unii unele alt alte alți altă nimic nimeni mult multe mulți puțin foarte doar numai încă deja acum aici acolo apoi astfel atunci decât nici iar însă ori pot poate putea sunt suntem sînt dintre către',
  fi: 'ja on ei se että oli hän mutta ovat kun niin myös joka tai kuin sen ole vain olla nyt jos mitä sitä tämä hänen vielä jo ne mukaan sekä voi tämän jotka siitä siinä sille niiden niitä niistä mikä miten missä milloin miksi kuka ketä kenen minä sinä me te he minun sinun meidän teidän heidän minut sinut meitä teitä heitä minulle sinulle meille teille heille tässä tästä tähän tätä nämä näitä näiden nuo noita tuo tuon siellä täällä sieltä tänne sinne ennen jälkeen aikana kanssa ilman välillä alla yli ali läpi vastaan kohti sillä koska vaikka kuitenkin siis sitten aina ei en et emme ette eivät olen olet olemme olette oli olivat ollut olisi voivat voit voidaan pitää täytyy kaikki kaiken kaikkien jokainen muut muu muita toinen itse oma omat paljon vähän hyvin erittäin enemmän noin jonka johon jossa josta joita joiden',
  tr: 've bir bu da de için ile olarak çok daha olan gibi en ne o ki ya veya ancak kadar sonra var yok değil mi mı mu mü ben sen biz siz onlar beni seni bizi sizi onu bana sana ona bize size onlara benim senin onun bizim sizin onların bunu bunun buna bunlar şu şey her hiç hem diye ise göre önce ama fakat çünkü eğer kendi kendini nasıl neden niçin nerede kim kimse hangi tüm bütün bazı birçok diğer aynı başka böyle şöyle öyle artık hala henüz bile sadece yalnızca üzerinde altında içinde arasında karşı doğru rağmen dolayı beri oldu olduğu olduğunu olan olur olmak olması oldukça olmayan edilen eden ederek etmek etti ettiği yapılan yapan iki ilk şimdi burada orada üzere tarafından',
  ru: 'и в не на что с по это как а но из к у за о от то так для же он она они мы вы я ты его ее её их все всё был была было были быть есть бы вот только ещё еще если или уже когда чем при до во со об под над без через между перед после про также этот эта эти этого этой этом этих этому тот та те того той тем тех тому который которая которое которые которых которого которой которым кто где куда почему зачем какой какая какие каждый сам сама свои своих своей свою свой себя мне меня мой моя мои нам нас наш наша наши вам вас ваш ваша ваши ему ей им него неё них ним нет ни да ли можно может могут нужно надо очень более менее много мало там тут здесь теперь потом тогда чтобы потому поэтому хотя пока однако даже лишь во время будет будут',
  el: 'και το να η της του για με την από που των τα στο στη στην τον ο οι τους τις είναι θα σε ως δεν ότι μια ένα ένας μας σας αυτό αυτή αυτός αυτά αυτές αυτοί στα στις στους αλλά ή αν όπως όταν πως πώς πού πότε γιατί ποιος ποια ποιο όλα όλες όλοι κάθε μόνο πολύ πιο πριν μετά κατά μέσα έξω πάνω κάτω χωρίς μεταξύ προς έχει έχουν είχε είχαν ήταν μπορεί μπορείτε πρέπει εμείς εσείς εγώ εσύ του μου σου μη μην ενώ επίσης ακόμη ακόμα όμως καθώς δύο άλλα άλλες άλλο άλλη κι τι τότε τώρα εδώ εκεί έτσι ώστε όσο όσα όσοι οποία οποίο οποίος οποίοι οποίες υπό παρά αντί περίπου διότι επειδή λοιπόν',
} as const satisfies Readonly<Record<string, string>>;

/** The function words of each language, in no particular order. */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** English names of languages by ISO 639-1 code. */
const names: ReadonlyMap<string, string> = new Map(
  'ar Arabic,be Belarusian,bg Bulgarian,bn Bengali,cs Czech,da Danish,de German,el Greek,en English,es Spanish,et Estonian,fa Persian,fi Finnish,fr French,gu Gujarati,he Hebrew,hi Hindi,hr Croatian,hu Hungarian,hy Armenian,it Italian,ja Japanese,ka Georgian,km Khmer,kn Kannada,ko Korean,lo Lao,lt Lithuanian,lv Latvian,mk Macedonian,ml Malayalam,mr Marathi,my Burmese,ne Nepali,nl Dutch,no Norwegian,pl Polish,pt Portuguese,ro Romanian,ru Russian,si Sinhala,sk Slovak,sl Slovenian,sv Swedish,ta Tamil,te Telugu,th Thai,tr Turkish,uk Ukrainian,ur Urdu,vi Vietnamese,zh Chinese'
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
);

/** The English name of a language, or its code if unknown. */
export function nameOfLanguage(code: string): string {
  return names.get(code) ?? code;
}

/** The share of function words by language, which shows the language of a text. */
interface FunctionWords {
  /** Words of the text. */
  readonly words: number;
  /** The share of them that are function words of each known language, the greatest first. */
  readonly shares: readonly (readonly [language: string, share: number])[];
}

const languages = [...stopWords.keys()];
/** The languages that have each function word, as bits by index. */
const bitsByWord = new Map<string, number>();
for (const [index, words] of [...stopWords.values()].entries()) {
  for (const word of words) bitsByWord.set(word, (bitsByWord.get(word) ?? 0) | (1 << index));
}
/** All of them in one text, and tables instead of objects, because what is close together is read faster. */
const joined = [...bitsByWord.keys()].join('');
const languageBits = Int32Array.from(bitsByWord.values());
const starts = new Uint16Array(bitsByWord.size + 1);
const hashes = new Int32Array(bitsByWord.size);
/** The numbers of the words by their hash, from 1; 0 is an empty slot. The next one is tried where one is taken. */
const slots = new Uint16Array(2 ** 14);
for (const [number, word] of [...bitsByWord.keys()].entries()) {
  const hash = hashOf(word, 0, word.length);
  starts[number + 1] = (starts[number] ?? 0) + word.length;
  hashes[number] = hash;
  let slot = hash & (slots.length - 1);
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
  slots[slot] = number + 1;
}

/** The languages, as bits by index, that have the distinct word of a text with a number as a function word. */
function languagesWith(text: TextWords, index: number): number {
  const hash = text.hashes[index] ?? 0;
  let slot = hash & (slots.length - 1);
  for (let number = slots[slot] ?? 0; number > 0; number = slots[slot] ?? 0) {
    const [start, end] = [starts[number - 1] ?? 0, starts[number] ?? 0];
    const isFound = hashes[number - 1] === hash && isWordAt(text, index, joined, start, end);
    if (isFound) return languageBits[number - 1] ?? 0;
    slot = (slot + 1) & (slots.length - 1);
  }
  return 0;
}

/** Counts the function words of each language in a text. */
export const functionWordsOf = memoize((text: TextWords): FunctionWords => {
  const { counts, total } = text;
  const uses = new Uint32Array(languages.length);
  for (let index = 0; index < counts.length; index++) {
    let languageBits = languagesWith(text, index);
    if (languageBits === 0) continue;
    const count = counts[index] ?? 0;
    for (let language = 0; languageBits !== 0; language++, languageBits >>>= 1) {
      if ((languageBits & 1) === 1) uses[language] = (uses[language] ?? 0) + count;
    }
  }
  const shares = languages
    .map((language, index) => [language, total === 0 ? 0 : (uses[index] ?? 0) / total] as const)
    .sort(([, a], [, b]) => b - a);
  return { words: total, shares };
});

/** The script of each language. Languages with several scripts are left out. */
export const scriptsOfLanguages: ReadonlyMap<string, readonly Script[]> = new Map(
  (
    [
      [
        'en de fr es it pt nl pl cs sk hu ro fi sv da no et lv lt sl hr sq is ga cy ca gl eu mt vi id tr af sw',
        ['latin'],
      ],
      ['ru uk bg be mk', ['cyrillic']],
      ['el', ['greek']],
      ['he', ['hebrew']],
      ['ar fa ur', ['arabic']],
      ['hi mr ne', ['devanagari']],
      ['bn', ['bengali']],
      ['gu', ['gujarati']],
      ['ta', ['tamil']],
      ['te', ['telugu']],
      ['kn', ['kannada']],
      ['ml', ['malayalam']],
      ['si', ['sinhala']],
      ['th', ['thai']],
      ['lo', ['lao']],
      ['my', ['myanmar']],
      ['km', ['khmer']],
      ['ka', ['georgian']],
      ['hy', ['armenian']],
      ['ko', ['hangul']],
      ['ja', ['han', 'hiragana', 'katakana']],
      ['zh', ['han']],
    ] as const
  ).flatMap(([codes, scripts]) => codes.split(' ').map((code) => [code, scripts] as const)),
);

/**
 * The language of a page as `<html>` declares it, trimmed; `''` if it declares none. `xml:lang` only has an
 * effect in pages served as XML.
 */
export function htmlLangOf({ page: { html }, response }: AuditFacts): string {
  const isXml = mediaTypeOf(response.headers) === 'application/xhtml+xml';
  return html?.lang?.trim() || (isXml ? (html?.xmlLang?.trim() ?? '') : '');
}

/**
 * The declared language of a page as a code of these tables: the primary subtag, lower-case. `null` if
 * there is none, or the tag also names a script.
 */
export function declaredLanguageOf({ html }: PageFacts): string | null {
  const declared = html?.lang?.trim() || html?.xmlLang?.trim();
  if (!declared) return null;
  const [primary = '', ...rest] = declared.toLowerCase().split(/[-_]/);
  if (rest.some((subtag) => /^[a-z]{4}$/.test(subtag)) && primary !== 'zh') return null;
  if (primary === 'nb' || primary === 'nn') return 'no';
  return /^[a-z]{2,3}$/.test(primary) ? primary : null;
}

/** Texts with a smaller share of function words are lists or code. */
const minShare = 0.15;

/**
 * The function words to exclude from the keywords of a page: those of its detected or declared language;
 * none if it is unknown.
 */
export function stopWordsOf(page: PageFacts): ReadonlySet<string> {
  const [first] = functionWordsOf(textWordsOf(page)).shares;
  if (first && first[1] >= minShare) return stopWords.get(first[0]) ?? none;
  return stopWords.get(declaredLanguageOf(page) ?? '') ?? none;
}

const none: ReadonlySet<string> = new Set();
