import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { labelInName } from './label-in-name.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/2ee8b8/proposed/

const of = (body: string) => outcomeOf(labelInName, { body });
const button = (label: string, text: string) => `<button aria-label="${label}">${text}</button>`;

it.each([
  button('Order rye bread', 'Order'),
  button('ORDER', 'order'),
  button('Order', ' Order… '),
  button('Straße', 'STRASSE'),
  button('Café', 'Cafe'),
  button('Order now', '<p>Order</p><p>now</p>'),
  button('Order now', 'Order&nbsp;<br>now'),
  button('Close', 'X'),
  button('Close', '×'),
  button('Next page', '›'),
  button('Bold', 'B'),
  button('Search', '🔍'),
  button('Order', 'Order (new)'),
  button('Page 2', '2'),
  button('检索网站', '检索'),
  // Endings and articles that are joined to a word.
  button('검색하기', '검색'),
  button('메뉴를 엽니다', '메뉴'),
  button('פתח את התפריט', 'תפריט'),
  button('البحث في الموقع', 'بحث'),
  button('Order', '<img src="x.svg" alt="Cart">Order'),
  button('Order', '<svg><title>Cart</title></svg>Order'),
  button('Order', 'Order<span hidden>now</span>'),
  button('Cart', '<b>Car</b>t'),
  '<a href="/" aria-labelledby="t u">Read</a><i id="t">Read</i><i id="u">more</i>',
  '<a href="/" aria-label="">Read</a>',
  '<div role="tab" aria-label="Prices and sizes">Prices</div>',
  // Whether a class hides it, shows it as an icon or joins it, only the style sheet knows.
  button('Open menu', '<i class="material-icons">apps</i>'),
  button('Open menu', '<span class="visually-hidden">Toggle</span>'),
  button('ACT', '<div style="display: inline">A</div><div style="display: inline">CT</div>'),
  '<a href="/" class="sprite facebook" aria-label="Follow us">fb</a>',
  '<button aria-label="Close"><mat-icon>cancel</mat-icon></button>',
  '<button class="material-symbols-outlined" aria-label="Find">search</button>',
  '<button class="fa-solid" aria-label="Find">search</button>',
  '<button aria-label="Find"><span class="icon">search</span></button>',
  '<link rel="stylesheet" href="https://fonts.googleapis.com/icon?family=Material+Icons"><button aria-label="Next">chevron_right</button>',
  '<link rel="stylesheet" href="/fonts/material-symbols.css"><button aria-label="Find"><i>search</i></button>',
  `<link rel="preload" as="style" href="https://fonts.googleapis.com/icon?family=Material+Icons" onload="this.rel='stylesheet'">${button('Find', 'search')}`,
  `<link rel="preload" as="font" href="/MaterialIcons.woff2" crossorigin>${button('Find', 'search')}`,
  `<style>@font-face{font-family:"Material Icons";src:url(/a.woff2)}</style>${button('Find', 'search')}`,
  `<style>@import url(https://fonts.googleapis.com/icon?family=Material+Icons)</style>${button('Find', 'search')}`,
  // No one reads it as words.
  button('Next', 'chevron_right'),
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  button('Buy', 'Order'),
  button('Order the bread', 'Order bread'),
  button('Discover Italy', 'Discover It'),
  button('RYE', 'R Y E'),
  button('20 21', '2021'),
  button('3 times 4', '3×4'),
  button('1a', '1'),
  button('网站', '检索'),
  button('Buy', '<b>Order</b>'),
  button('RY E', 'RYE'),
  button('检索', '新'),
  button('닫기', '검색'),
  button('Like this post', 'Share 3.2K'),
  button('Books to read', 'Book'),
  button('Book to read', 'Books'),
  button('Rye', 'Dye'),
  '<a href="/" aria-label="Our shop">Rye bread</a>',
  '<span role="link" aria-label="Our shop">Rye bread</span>',
  '<a href="/" role="button" aria-label="Our shop">Rye bread</a>',
  '<div role="menuitem" aria-labelledby="t">Open</div><p id="t">File</p>',
  button('Buy', '<span aria-hidden="true">Order</span>'),
  // A name of an icon without a font that shows one.
  button('Find', 'search'),
  '<link rel="icon" href="/favicon.ico"><button aria-label="Find">search</button>',
  '<link rel="stylesheet" href="/icons.css"><button aria-label="Find">Search all</button>',
  `<style>@font-face{font-family:"Material Icons"}</style>${button('Find', 'Search')}`,
  `<style>@media(orientation:portrait){body{rotate:90deg}}</style>${button('Find', 'search')}`,
  `<link rel="stylesheet" href="/main.css">${button('Find', 'Search all')}`,
  `<link rel="stylesheet" href="/main.css">${button('Find', 'Search')}`,
  `<link rel="stylesheet" href="/main.css">${button('Find', 'bread')}`,
  `<link rel="preload" as="image" href="/icon.svg">${button('Find', 'search')}`,
  `<style>.icon{color:red}</style>${button('Find', 'search')}`,
  // The same letters, but other words.
  button('out side', 'outside'),
  button('bread of rye', '<span>rye</span><span>of</span><span>bread</span>'),
  button('5 5 5. 0 1 9 9', '555.0199'),
  button('1 2 3 5 8 13', '1235813'),
  // Numbers in words.
  button('Seven', '7'),
  button('two zero three zero', '2 0 3 0'),
  button('Bread: three plus four is seven', 'Bread: 3 + 4 = 7'),
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
});

it.each([
  button('Order', ''),
  button('Order', '<img src="x.svg" alt="Buy">'),
  button('Order', '<span hidden>Buy</span>'),
  '<button>Order</button>',
  '<button title="Buy">Order</button>',
  '<nav aria-label="Main">Rye bread</nav>',
  '<div role="tooltip" aria-label="Help">Rye bread</div>',
  '<a aria-label="Buy">Order</a>',
  '<div role="textbox" aria-label="Buy">Order</div>',
  '<button aria-label="Buy" hidden>Order</button>',
  '<details><summary aria-label="Buy">Order</summary></details>',
  // Abbreviations and other spellings.
  button('University Avenue', 'University Ave.'),
  button('Monday', 'Mon'),
  button('Mon', 'Monday'),
  // As WordPress in German.
  button('Antworte auf Ada', 'Antworten'),
  button('Saint Mary', 'St. Mary'),
  button('St. Mary', 'Saint Mary'),
  button('Pick a color', 'Pick a colour'),
  button('Organise bread', 'Organize rye'),
  `<a href="/" aria-label="${'Bread '.repeat(60)}">Rye</a>`,
  `<a href="/" aria-label="Rye">${'Bread '.repeat(60)}</a>`,
  '<button aria-hidden="true" aria-label="Buy">Order</button>',
  button('Frequently asked questions', 'FAQ'),
  button('Deutsch', 'DE'),
  button('World Wide Web rules', 'WWW rules'),
  button('WWW rules', 'World Wide Web rules'),
  button('Write an email', 'Write an e-mail'),
  button('Siirry ostoskoriin', 'Ostoskori'),
  button('How and why to bake', 'How &amp; why to bake'),
  // A style sheet that is not read may show them as icons.
  `<link rel="stylesheet" href="/main.css">${button('Find', 'search')}`,
  `<link rel="preload" as="style" href="/main.css">${button('Remove', 'delete')}`,
  `<style>@import "/main.css"</style>${button('Navigation', 'menu')}`,
  `<style>@font-face{font-family:"a"}</style>${button('Dismiss', 'close')}`,
  // Numbers that are read out in other words.
  button('Rye bread, 4 euros 50', 'Rye bread <b>€4.50</b>'),
  button('Like this post', 'Like 3.2K'),
  button('Shopping cart with 3 items', 'Cart <b>3</b>'),
  button('Heading 1', 'H1'),
  button(`just ice ${'or not '.repeat(15)}`, 'justice'),
  // A style sheet may keep them apart.
  button('Cart 3', '<b>Cart</b>3'),
  button('Home Page', '<b>Home</b><b>Page</b>'),
  '<a href="tel:+4930123456" aria-label="Call +49 30 123 456">030 123456</a>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('says why it compares nothing', async () => {
  expect((await of('<button>Order</button>')).summary).toBe(
    'No link or button with text has an aria-label or aria-labelledby.',
  );
  expect((await of(button('Monday', 'Mon'))).summary).toBe(
    'Whether labels contain the visible text is not certain from HTML alone for 1 link or button: the texts may differ only in abbreviations, numbers or spelling, or be names of icons.',
  );
  expect((await of(button('Monday', 'Mon').repeat(2))).summary).toBe(
    'Whether labels contain the visible text is not certain from HTML alone for 2 links and buttons: the texts may differ only in abbreviations, numbers or spelling, or be names of icons.',
  );
});

it('gives the share of labels that fit, and quotes the others with their text', async () => {
  expect(await of(`${button('Order', 'Order')}\n${button('Buy', 'Order')}`)).toMatchObject({
    status: 'warn',
    points: 0.405,
    summary: '1 of 2 labels of links and buttons does not contain the text that visitors see.',
    evidence: [{ text: '<button aria-label="Buy">Order</button>', line: 2, column: 1 }],
  });
});

it('does not compare long texts, except with a name that begins with them', async () => {
  const long = 'Rye '.repeat(80).trim();
  expect((await of(button(`${long} bread`, long))).status).toBe('pass');
  expect((await of(button(`Order ${long}`, long))).status).toBe('na');
  expect((await of(button('Order', long))).status).toBe('na');
  expect((await of(button(long, 'Order'))).status).toBe('na');
});

it('compares as many as a check has time for', async () => {
  const count = async (body: string) => (await of(body)).value;
  // 40 for each, their characters, and two for each pair of words.
  expect(await count(button('Buy it', 'Order').repeat(3_000))).toEqual({
    controls: Math.floor(100_000 / (40 + 11 + 4)),
    differing: Math.floor(100_000 / (40 + 11 + 4)),
  });
  const words = 'a b c d '.repeat(30).trim();
  const pairs = 120 * 2;
  expect(await count(button('Buy it', words).repeat(3_000))).toMatchObject({
    differing: Math.floor(100_000 / (40 + 6 + words.length + 2 * pairs)),
  });
});
