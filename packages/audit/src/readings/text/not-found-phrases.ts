/**
 * Titles and headings of "not found" pages in several languages, without the name of the site, “404”,
 * “error” and apologies.
 */
const phrases: ReadonlySet<string> = new Set(
  [
    'not found|page not found|file not found|document not found|article not found|product not found|the page was not found|this page was not found|page cannot be found|page can t be found|the page cannot be found|the page can t be found|this page can t be found|that page can t be found|this page cannot be found|that page cannot be found|page could not be found|the page could not be found|this page could not be found|page can not be found|the requested page could not be found|the requested page was not found|the page you requested was not found|the page you requested could not be found|the page you are looking for could not be found|the page you re looking for can t be found|the page you are looking for can t be found|the page you were looking for could not be found|page does not exist|page doesn t exist|the page does not exist|this page does not exist|this page doesn t exist|the page you are looking for does not exist|the page you re looking for doesn t exist|page is missing|page missing|page no longer exists|this page no longer exists|we can t find that page|we couldn t find that page|we can t find the page you re looking for|we couldn t find the page you were looking for|nothing found|page unavailable',
    'nicht gefunden|seite nicht gefunden|die seite wurde nicht gefunden|diese seite wurde nicht gefunden|seite wurde nicht gefunden|seite konnte nicht gefunden werden|die seite konnte nicht gefunden werden|diese seite konnte nicht gefunden werden|die gewünschte seite wurde nicht gefunden|die angeforderte seite wurde nicht gefunden|seite existiert nicht|die seite existiert nicht|diese seite existiert nicht|diese seite gibt es nicht|seite nicht verfügbar|artikel nicht gefunden|dokument nicht gefunden',
    'page introuvable|page non trouvée|page inexistante|cette page est introuvable|la page est introuvable|la page demandée est introuvable|cette page n existe pas|la page n existe pas|cette page n existe plus|la page demandée n existe pas|la page que vous cherchez n existe pas|la page que vous recherchez est introuvable',
    'página no encontrada|no encontrado|no encontrada|no se encontró la página|no se ha encontrado la página|página no existe|la página no existe|esta página no existe|esta página ya no existe|la página que buscas no existe|la página que busca no existe|la página solicitada no existe',
    'pagina non trovata|non trovato|pagina inesistente|pagina non esistente|la pagina non esiste|questa pagina non esiste|la pagina non è stata trovata|la pagina richiesta non è stata trovata|la pagina che cerchi non esiste|la pagina che stai cercando non esiste',
    'página não encontrada|não encontrado|não encontrada|a página não foi encontrada|esta página não existe|a página não existe|página inexistente|a página que você procura não existe|a página que procura não existe',
    'pagina niet gevonden|niet gevonden|deze pagina bestaat niet|de pagina bestaat niet|deze pagina bestaat niet meer|de pagina is niet gevonden|de pagina kon niet gevonden worden|deze pagina kan niet worden gevonden',
    'nie znaleziono strony|strona nie znaleziona|nie znaleziono|strony nie znaleziono|strona nie istnieje|strona nie została znaleziona|ta strona nie istnieje|podana strona nie istnieje|szukana strona nie istnieje',
    'страница не найдена|не найдено|страница не существует|такой страницы не существует|такой страницы нет|запрашиваемая страница не найдена|сторінку не знайдено',
    'sayfa bulunamadı|bulunamadı|aradığınız sayfa bulunamadı|sayfa mevcut değil|sayfayı bulamadık',
    'sidan hittades inte|sidan kunde inte hittas|sidan finns inte|sidan saknas|hittades inte|siden blev ikke fundet|siden findes ikke|siden kunne ikke findes|siden ikke fundet|side ikke fundet|ikke fundet|siden ble ikke funnet|siden finnes ikke|fant ikke siden|side ikke funnet|siden ikke funnet|ikke funnet|sivua ei löytynyt|sivua ei löydy|sivua ei ole olemassa|ei löytynyt',
    'stránka nenalezena|stránka nebyla nalezena|stránka neexistuje|nenalezeno|stránka sa nenašla|stránka nenájdená|az oldal nem található|oldal nem található|a keresett oldal nem található|nem található|pagina nu a fost găsită|pagina nu există|pagina negăsită|η σελίδα δεν βρέθηκε|δεν βρέθηκε|δεν βρέθηκε η σελίδα|η σελίδα δεν υπάρχει',
    'ページが見つかりません|ページが見つかりませんでした|お探しのページは見つかりませんでした|お探しのページが見つかりません|お探しのページは見つかりません|ページが存在しません|指定されたページが見つかりません|页面不存在|页面未找到|未找到页面|找不到页面|您访问的页面不存在|頁面不存在|找不到頁面|找不到網頁|페이지를 찾을 수 없습니다|찾을 수 없는 페이지|존재하지 않는 페이지|ไม่พบหน้า|ไม่พบหน้าที่คุณต้องการ|الصفحة غير موجودة|لم يتم العثور على الصفحة|הדף לא נמצא|העמוד לא נמצא|không tìm thấy trang|trang không tồn tại|halaman tidak ditemukan',
  ].flatMap((language) => language.split('|')),
);

/** Words before or after a phrase that do not change its meaning. */
const around =
  /^(?:(?:404|410|http|error|fehler|erreur|errore|erro|fout|błąd|ошибка|hata|fel|fejl|feil|virhe|chyba|hiba|eroare|σφάλμα|status|code|oops|ooops|ups|uups|hoppla|hoppala|ops|oups|whoops|sorry|entschuldigung|désolé|pardon|uh|oh|no|we|re)\s+)+|\s+(?:404|410|error|fehler|erreur)$/u;

/** Titles with only an error code. */
const codes =
  /^(?:404|410|(?:http |status )?(?:error|fehler|erreur|errore|erro|fout|błąd|ошибка|hata|fel|fejl|feil|virhe|chyba|hiba|eroare)(?: code)? (?:404|410)|(?:404|410) (?:error|fehler|erreur|errore|erro|fout|błąd|ошибка|hata|fel|fejl|feil|virhe|chyba|hiba|eroare)(?: page)?)$/u;

/**
 * What a title or a heading says of the page: `words` that it does not exist, such as “Page not found”, only an
 * error `code`, which may be the name of something, or neither. The parts of a title between separators are tested
 * one by one, because one of them is the name of the site.
 */
export function notFoundTextKind(text: string): 'words' | 'code' | 'none' {
  const parts = phrasesIn(text);
  if (parts.some((part) => phrases.has(part) || phrases.has(part.replace(around, '')))) {
    return 'words';
  }
  return parts.some((part) => codes.test(part)) ? 'code' : 'none';
}

/** Only this many characters of the text are tested. */
const maxTextLength = 200;

/** The parts of a title or a heading between separators, in lower-case words without punctuation. */
export function phrasesIn(text: string): readonly string[] {
  return text
    .slice(0, maxTextLength)
    .split(/\s[-–—|·•»«<>/]+\s|[|–—·•»«!.]+/u)
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim(),
    );
}
