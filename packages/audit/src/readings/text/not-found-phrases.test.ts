import { expect, it } from 'vitest';
import { notFoundTextKind } from './not-found-phrases.ts';

it.each([
  'Page not found',
  'Page Not Found | Baker & Sons',
  'Baker & Sons – Page not found',
  '404 - Page not found',
  '404: Not Found',
  '404 Not Found',
  'Oops! That page can’t be found.',
  'Sorry, this page doesn’t exist',
  'Seite nicht gefunden - Bäckerei',
  'Erreur 404 : page introuvable',
  'Página no encontrada',
  'Pagina niet gevonden',
  'Страница не найдена',
  'Sidan kunde inte hittas',
  'ページが見つかりません',
  '页面不存在',
  '페이지를 찾을 수 없습니다',
  'Pagina nu a fost găsită',
])('recognises %j as words that the page does not exist', (text) => {
  expect(notFoundTextKind(text)).toBe('words');
});

it.each(['404', '404 | Baker & Sons', 'Error 404', '404 Error', 'Fehler 404'])(
  'recognises %j as an error code only',
  (text) => {
    expect(notFoundTextKind(text)).toBe('code');
  },
);

it.each([
  'How to design a 404 page',
  'What does “404 page not found” mean?',
  'Fix “Page not found” errors in WordPress',
  '404 errors explained',
  '10 best 404 pages',
  'HTTP 404 - Wikipedia',
  'Peugeot 404',
  '404 Main Street',
  'Welcome to 404 Main Street – Offices to let',
  'Room 404',
  'Page not found errors and how to fix them',
  'Not found: the lost city of Atlantis in maps',
  'Page not found? What to do now',
  'Lost and found',
  'Error handling in JavaScript',
  'Missing page numbers in Word',
  '',
  ' | ',
])('does not recognise %j as one', (text) => {
  expect(notFoundTextKind(text)).toBe('none');
});
