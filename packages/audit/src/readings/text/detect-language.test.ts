import { describe, expect, it } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { compareLanguage } from './detect-language.ts';

/** A few sentences in each language. The tests repeat them to reach the minimum length. */
const texts = {
  en: 'We bake our bread every morning in the old oven behind the shop, and when it is done we bring it to the people who have ordered it. You can also come to us and see how it is made from the flour of the mill that is not far from here.',
  de: 'Wir backen unser Brot jeden Morgen im alten Ofen hinter dem Laden, und wenn es fertig ist, bringen wir es zu den Leuten, die es bestellt haben. Sie können auch zu uns kommen und sehen, wie es aus dem Mehl der Mühle gemacht wird, die nicht weit von hier ist.',
  fr: 'Nous cuisons notre pain tous les matins dans le vieux four derrière la boutique, et quand il est prêt nous l’apportons à ceux qui l’ont commandé. Vous pouvez aussi venir chez nous et voir comment il est fait avec la farine du moulin qui n’est pas loin d’ici.',
  es: 'Horneamos nuestro pan todas las mañanas en el viejo horno que está detrás de la tienda, y cuando está listo lo llevamos a los que lo han pedido. También pueden venir a nosotros y ver cómo se hace con la harina del molino que no está lejos de aquí.',
  it: 'Cuociamo il nostro pane ogni mattina nel vecchio forno dietro la bottega, e quando è pronto lo portiamo a chi lo ha ordinato. Potete anche venire da noi e vedere come si fa con la farina del mulino che non è lontano da qui.',
  pt: 'Cozemos o nosso pão todas as manhãs no velho forno atrás da loja, e quando está pronto levamos às pessoas que o encomendaram. Também pode vir até nós e ver como é feito com a farinha do moinho que não fica longe daqui.',
  nl: 'Wij bakken ons brood elke ochtend in de oude oven achter de winkel, en als het klaar is brengen we het naar de mensen die het besteld hebben. U kunt ook naar ons toe komen en zien hoe het wordt gemaakt van het meel uit de molen die niet ver van hier is.',
  sv: 'Vi bakar vårt bröd varje morgon i den gamla ugnen bakom butiken, och när det är klart bär vi det till dem som har beställt det. Du kan också komma till oss och se hur det görs av mjölet från kvarnen som inte är långt från här.',
  da: 'Vi bager vores brød hver morgen i den gamle ovn bag butikken, og når det er færdigt bringer vi det ud til dem der har bestilt det. Du kan også komme til os og se hvordan det bliver lavet af mel fra møllen som ikke er langt herfra.',
  no: 'Vi baker brødet vårt hver morgen i den gamle ovnen bak butikken, og når det er ferdig bringer vi det til dem som har bestilt det. Du kan også komme til oss og se hvordan det blir laget av mel fra møllen som ikke er langt herfra.',
  pl: 'Pieczemy nasz chleb każdego ranka w starym piecu za sklepem, a gdy jest gotowy, zanosimy go tym, którzy go zamówili. Można też przyjść do nas i zobaczyć, jak się go robi z mąki z młyna, który nie jest daleko od nas, i co się do niego daje.',
  cs: 'Chléb pečeme každé ráno ve staré peci za obchodem, a když je hotový, neseme ho těm, kteří si ho objednali. Můžete také přijít k nám a podívat se, jak se dělá z mouky z mlýna, který není daleko od nás, a co se do něj dává.',
  hu: 'A kenyeret minden reggel a régi kemencében sütjük a bolt mögött, és ha már kész, akkor elvisszük azoknak, akik rendelték. De el is lehet jönni hozzánk, és meg lehet nézni, hogy hogyan készül a lisztből, ami nem messze innen van, és az is kiderül, hogy mi kell még.',
  ro: 'Coacem pâinea în fiecare dimineață în cuptorul vechi din spatele magazinului, iar când este gata o ducem la cei care au comandat. Puteți veni și la noi să vedeți cum se face din făina de la moara care nu este departe de aici.',
  fi: 'Me leivomme leipää joka aamu vanhassa uunissa kaupan takana, ja kun se on valmis, me viemme sen niille, jotka ovat sen tilanneet. Te voitte myös tulla meille ja nähdä, miten se on tehty, ja mitä siinä on, sillä mylly ei ole kovin kaukana.',
  tr: 'Ekmeğimizi her sabah dükkanın arkasında bulunan eski fırında pişiriyor ve hazır olduğu zaman onu sipariş eden kişilere götürüyoruz. Siz de bize gelip onun nasıl yapıldığını ve un için ne kadar çok emek verildiğini görebilirsiniz, çünkü değirmen çok uzak değil ve her gün açık.',
  ru: 'Мы печём наш хлеб каждое утро в старой печи за магазином, и когда он готов, мы несём его тем, кто его заказал. Вы можете и сами прийти к нам и посмотреть, как его делают из муки с мельницы, которая не так далеко от нас.',
  el: 'Ψήνουμε το ψωμί μας κάθε πρωί στον παλιό φούρνο πίσω από το μαγαζί, και όταν είναι έτοιμο το πηγαίνουμε σε αυτούς που το έχουν παραγγείλει. Μπορείτε και να έρθετε σε εμάς και να δείτε πώς γίνεται από το αλεύρι του μύλου που δεν είναι μακριά.',
  ja: '私たちは毎朝、店の裏にある古い窯でパンを焼き、焼き上がると注文してくださった方のところへ届けています。お店に来ていただければ、近くの水車小屋で挽いた粉からどのように作られるのかを見ることもできます。',
  zh: '我们每天早上在店铺后面的老炉子里烤面包，烤好以后就送到订购的人手里。您也可以到我们这里来，看看怎样用不远处磨坊的面粉做面包，还可以和面包师谈一谈他们的工作和生活。',
  ko: '우리는 매일 아침 가게 뒤에 있는 오래된 가마에서 빵을 굽고, 다 되면 주문하신 분들께 가져다 드립니다. 가게에 오시면 멀지 않은 방앗간의 밀가루로 어떻게 만드는지 보실 수도 있습니다.',
} as const;

async function compare(text: string, declared: string) {
  const html = `<meta charset=utf-8>${`<p>${text}</p>`.repeat(8)}`;
  return compareLanguage(await readPage(new TextEncoder().encode(html), null), declared);
}

const languages = Object.keys(texts) as (keyof typeof texts)[];

describe.each(languages)('a text in %s', (language) => {
  it('matches the same declared language', async () => {
    expect(await compare(texts[language], language)).toEqual({ verdict: 'matches' });
  });

  it.each(languages.filter((other) => other !== language))(
    'differs from %s, or is unclear',
    async (declared) => {
      const found = await compare(texts[language], declared);
      expect(found.verdict).not.toBe('matches');
      if (found.verdict === 'differs') expect([language, null]).toContain(found.language);
    },
  );
});

it.each([
  'de',
  'fr',
  'es',
  'it',
  'pl',
  'ru',
  'el',
  'fi',
  'tr',
  'hu',
  'ja',
  'zh',
  'ko',
  'sv',
] as const)('reports that %s is not English', async (language) => {
  expect(await compare(texts[language], 'en')).toMatchObject({ verdict: 'differs', language });
});

it.each([
  ['nl', 'de'],
  ['en', 'de'],
  ['en', 'ja'],
  ['en', 'zh'],
  ['en', 'ar'],
  ['en', 'ru'],
  ['zh', 'ja'],
  ['ja', 'zh'],
  ['zh', 'ko'],
] as const)('reports that %s is not %s', async (language, declared) => {
  expect(await compare(texts[language], declared)).toMatchObject({ verdict: 'differs', language });
});

it('does not name one of two similar languages', async () => {
  expect(await compare(texts.da, 'de')).toMatchObject({ verdict: 'differs', language: null });
});

it.each([
  ['a similar language', texts.da, 'no'],
  [
    'a language without a word list',
    'Nosaltres coem el pa cada matí al forn vell, i quan és fet el portem a la gent que l’ha demanat. '.repeat(
      3,
    ),
    'ca',
  ],
  [
    'a language without a word list, declared as a similar one',
    'Ми печемо наш хліб щоранку в старій печі за крамницею, і коли він готовий, несемо його тим, хто його замовив.',
    'uk',
  ],
  ['half of two languages', `${texts.en} ${texts.de}`, 'de'],
  ['a third of the declared language', `${texts.en} ${texts.en} ${texts.de}`, 'de'],
  [
    'a list of names',
    'Rye Oat Spelt Barley Wheat Einkorn Emmer Kamut Durum Teff Millet Sorghum',
    'de',
  ],
  [
    'code',
    'const bread = bake(flour, water); if (bread.done) return serve(bread); else wait(10);',
    'de',
  ],
  [
    'a Japanese page that is mostly code',
    `${texts.ja} ${'const bread = bake(flour, water); '.repeat(20)}`,
    'ja',
  ],
  ['an unknown language', texts.en, 'xx'],
])('does not report a difference for %s', async (_what, text, declared) => {
  expect((await compare(text, declared)).verdict).not.toBe('differs');
});

it('does not detect Japanese with few particles as Chinese', async () => {
  const { verdict } = await compare(
    'パン工房、新商品発売。天然酵母使用、通信販売開始。'.repeat(4),
    'ja',
  );
  expect(verdict).toBe('unclear');
});

it('is unclear for a mixture of scripts', async () => {
  expect(await compare(`${texts.ko.repeat(4)} ${texts.en}`, 'ko')).toEqual({
    verdict: 'unclear',
  });
  expect(await compare(`${texts.ru} ${texts.ru} ${texts.en}`, 'en')).toMatchObject({
    verdict: 'unclear',
  });
});

it('is unclear for fewer than 100 words', async () => {
  const read = async (count: number) => {
    const html = `<p>${'the flour of the mill is not far from here '.repeat(count)}</p>`;
    return compareLanguage(await readPage(new TextEncoder().encode(html), null), 'de');
  };
  expect((await read(9)).verdict).toBe('unclear');
  expect((await read(10)).verdict).toBe('differs');
});

it('is unclear for a page without text', async () => {
  expect(await compare('', 'en')).toEqual({ verdict: 'unclear' });
});
