import { phrasesIn } from './not-found-phrases.ts';

/** Titles and headings of pages that announce a page, in several languages, without the name of the site. */
const phrases: ReadonlySet<string> = new Set(
  [
    'coming soon|coming very soon|we are coming soon|website coming soon|our website is coming soon|our new website is coming soon|new website coming soon|site coming soon|launching soon|we are launching soon|opening soon|under construction|site under construction|website under construction|page under construction|this site is under construction|this page is under construction|this website is under construction|our website is under construction|our site is under construction|our website is being built|our new website is being built',
    'hier entsteht eine neue website|hier entsteht eine neue webseite|hier entsteht eine neue internetpräsenz|hier entsteht eine neue homepage|hier entsteht in kürze eine neue website|hier entsteht unsere neue website|im aufbau|seite im aufbau|website im aufbau|webseite im aufbau|diese seite befindet sich im aufbau|diese website befindet sich im aufbau|in kürze verfügbar|demnächst verfügbar|demnächst hier',
    'en construction|site en construction|page en construction|ce site est en construction|bientôt disponible|bientôt en ligne|prochainement en ligne',
    'en construcción|página en construcción|sitio en construcción|sitio web en construcción|web en construcción|próximamente',
    'in costruzione|sito in costruzione|pagina in costruzione|prossimamente online|presto online',
    'em construção|site em construção|página em construção|em breve',
    'in opbouw|website in opbouw|site in opbouw|onder constructie|binnenkort online|hier komt binnenkort onze nieuwe website',
    'w budowie|strona w budowie|strona w przygotowaniu|strona w trakcie budowy|już wkrótce',
    'сайт в разработке|сайт находится в разработке|страница в разработке|сайт на реконструкции|скоро открытие|сайт у розробці',
    'yapım aşamasında|yapım aşamasındadır|sitemiz yapım aşamasındadır|çok yakında|under uppbyggnad|kommer snart|under opbygning|under konstruksjon|tulossa pian|ve výstavbě|stránky ve výstavbě|fejlesztés alatt|hamarosan|în construcție|υπό κατασκευή',
    '準備中|ただいま準備中です|工事中|近日公開|网站建设中|敬请期待|網站建置中|준비중|준비 중입니다|sắp ra mắt|segera hadir|قريبا|האתר בבנייה',
  ].flatMap((language) => language.split('|')),
);

/** The same of pages whose site is being maintained. */
const maintenance: ReadonlySet<string> = new Set(
  [
    'under maintenance|site under maintenance|website under maintenance|this site is under maintenance|our site is under maintenance|our website is under maintenance|we are under maintenance|down for maintenance|we are down for maintenance|site is down for maintenance|scheduled maintenance|maintenance mode|temporarily unavailable|we ll be back soon|we will be back soon',
    'wartungsarbeiten|wartungsmodus|wir führen wartungsarbeiten durch|wegen wartungsarbeiten nicht erreichbar|diese website wird gewartet|website im wartungsmodus',
    'en maintenance|site en maintenance|maintenance en cours|le site est en maintenance|notre site est en maintenance',
    'en mantenimiento|sitio en mantenimiento|sitio web en mantenimiento|web en mantenimiento',
    'in manutenzione|sito in manutenzione|in fase di manutenzione|em manutenção|site em manutenção',
    'in onderhoud|website in onderhoud|wegens onderhoud niet beschikbaar|przerwa techniczna|prace konserwacyjne',
    'технические работы|ведутся технические работы|технічні роботи|bakım çalışması|bakımdayız|sitemiz bakımdadır',
    'メンテナンス中|ただいまメンテナンス中です|网站维护中|系统维护中|網站維護中|점검 중입니다|사이트 점검 중',
  ].flatMap((language) => language.split('|')),
);

/** What a page announces instead of having its content. */
type Announcement = 'coming soon' | 'maintenance';

/** What a title or a heading announces: it is a phrase, perhaps beside the name of the site. */
export function announcementOf(text: string): Announcement | null {
  return announcedBy(phrasesIn(text), (part, announced) => announced.has(part));
}

/** Phrases of fewer words may end a sentence about something else: “Our new film is coming soon”. */
const leastWords = 3;

/** What the whole text of a page with few words announces: a sentence ends with a phrase, perhaps after a name. */
export function announcementIn(text: string): Announcement | null {
  const ends = (part: string, announced: ReadonlySet<string>) =>
    [...announced].some(
      (phrase) => phrase.split(' ').length >= leastWords && part.endsWith(` ${phrase}`),
    );
  const isSaid = (part: string, announced: ReadonlySet<string>) =>
    announced.has(part) || ends(part, announced);
  return announcedBy(phrasesIn(text), isSaid);
}

function announcedBy(
  parts: readonly string[],
  isSaid: (part: string, announced: ReadonlySet<string>) => boolean,
): Announcement | null {
  if (parts.some((part) => isSaid(part, phrases))) return 'coming soon';
  return parts.some((part) => isSaid(part, maintenance)) ? 'maintenance' : null;
}
