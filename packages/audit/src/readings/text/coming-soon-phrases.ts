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

/** Whether a title or a heading announces a page that is not there yet, such as “Coming soon”. */
export function isComingSoonText(text: string): boolean {
  return phrasesIn(text).some((phrase) => phrases.has(phrase));
}
