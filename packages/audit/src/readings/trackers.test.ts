import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { consentToolsOf, trackingOf } from './trackers.ts';

async function namesIn(head: string) {
  const { trackers, managers } = trackingOf(await factsOf({ head }));
  return [...trackers, ...managers].map(({ name }) => name);
}

it.each([
  ['www.google-analytics.com/analytics.js', 'Google Analytics'],
  ['google-analytics.com/urchin.js', 'Google Analytics'],
  ['www.googletagmanager.com/gtag/js?id=G-1', 'the Google tag (gtag.js)'],
  ['connect.facebook.net/en_US/fbevents.js', 'Meta Pixel'],
  ['static.hotjar.com/c/hotjar-1.js', 'Hotjar'],
  ['www.clarity.ms/tag/abc', 'Microsoft Clarity'],
  ['analytics.tiktok.com/i18n/pixel/events.js', 'TikTok Pixel'],
  ['snap.licdn.com/li.lms-analytics/insight.min.js', 'LinkedIn Insight Tag'],
  ['static.ads-twitter.com/uwt.js', 'X Pixel'],
  ['s.pinimg.com/ct/core.js', 'Pinterest Tag'],
  ['sc-static.net/scevent.min.js', 'Snap Pixel'],
  ['bat.bing.com/bat.js', 'Microsoft Advertising'],
  ['mc.yandex.ru/metrika/tag.js', 'Yandex Metrica'],
  ['edge.fullstory.com/s/fs.js', 'FullStory'],
  ['cdn.mouseflow.com/projects/a.js', 'Mouseflow'],
  ['script.crazyegg.com/pages/scripts/1.js', 'Crazy Egg'],
  ['www.googletagmanager.com/gtm.js?id=GTM-1', 'Google Tag Manager'],
  ['assets.adobedtm.com/launch.min.js', 'Adobe Experience Platform'],
  ['tags.tiqcdn.com/utag/main/prod/utag.js', 'Tealium'],
  ['example.com/tealium/utag.js', 'Tealium'],
  ['cdn.segment.com/analytics.js/v1/a/analytics.min.js', 'Segment'],
  ['example.com/cdn-cgi/zaraz/s.js', 'Cloudflare Zaraz'],
  ['js.hs-scripts.com/1.js', 'HubSpot'],
  ['js-eu1.hs-scripts.com/1.js', 'HubSpot'],
  ['pagead2.googlesyndication.com/pagead/js/adsbygoogle.js', 'Google AdSense'],
  ['www.googletagservices.com/tag/js/gpt.js', 'Google Publisher Tag'],
  ['securepubads.g.doubleclick.net/tag/js/gpt.js', 'Google Publisher Tag'],
])('knows the script %s', async (script, name) => {
  expect(await namesIn(`<script src="https://${script}"></script>`)).toEqual([name]);
  // A server that loads it for the page.
  expect(await namesIn(`<script src="/proxy/www.${script}"></script>`)).toEqual([name]);
});

it.each([
  'https://example.com/google-analytics.js',
  'https://example.com/?next=www.googletagmanager.com/gtag/js',
  'https://notgoogle-analytics.com/analytics.js',
  'https://cdn.segment.example/analytics.js',
])('does not know the script %s', async (script) => {
  expect(await namesIn(`<script src="${script}"></script>`)).toEqual([]);
});

it.each([
  ['a user name in its URL', '<script src="https://me@clarity.ms/tag/a"></script>'],
  ['a snippet', '<script>t.src="https://www.clarity.ms/tag/"+i</script>'],
])('knows a script by %s', async (_what, script) => {
  expect(await namesIn(script)).toEqual(['Microsoft Clarity']);
});

it.each([
  ['https://consent.cookiebot.com/uc.js', 'Cookiebot'],
  ['https://consent.cookiebot.eu/uc.js', 'Cookiebot'],
  ['https://cdn.cookielaw.org/consent/a.js', 'OneTrust'],
  ['https://cdn-ukwest.onetrust.com/a.js', 'OneTrust'],
  ['/js/OtSdkStub.js', 'OneTrust'],
  ['/js/myOptanon.js', 'OneTrust'],
  ['https://app.usercentrics.eu/loader.js', 'Usercentrics'],
  ['https://sdk.privacy-center.org/a/loader.js', 'Didomi'],
  ['https://api.didomi.io/a.js', 'Didomi'],
  ['https://cdn.iubenda.com/cs/iubenda_cs.js', 'iubenda'],
  ['/wp-content/plugins/complianz-gdpr/a.js', 'Complianz'],
  ['/wp-content/plugins/borlabs-cookie/a.js', 'Borlabs Cookie'],
  ['https://cdn.kiprotect.com/a.js', 'Klaro'],
  ['/js/klaro-no-css.js', 'Klaro'],
  ['https://cdn-cookieyes.com/a.js', null],
  ['https://cdn.cookieyes.com/a.js', 'CookieYes'],
  ['/wp-content/plugins/cookie-law-info/a.js', 'CookieYes'],
  ['https://cmp.osano.com/a/osano.js', 'Osano'],
  ['https://consent.trustarc.com/notice', 'TrustArc'],
  ['https://consent.truste.com/notice', 'TrustArc'],
  ['https://cmp.quantcast.com/choice.js', 'InMobi Choice'],
  ['https://cmp.inmobi.com/choice.js', 'InMobi Choice'],
  ['https://quantcast.mgr.consensu.org/cmp.js', 'InMobi Choice'],
  ['https://cdn.privacy-mgmt.com/a.js', 'Sourcepoint'],
  ['https://cdn.sp-prod.net/a.js', 'Sourcepoint'],
  ['/unified/wrapperMessagingWithoutDetection.js', 'Sourcepoint'],
  ['https://delivery.consentmanager.net/a.js', 'consentmanager'],
  ['https://static.axept.io/sdk.js', 'Axeptio'],
  ['/js/tarteaucitron.js', 'tarteaucitron'],
  ['https://app.termly.io/embed.js', 'Termly'],
  ['https://consent.cookiefirst.com/a.js', 'CookieFirst'],
  ['https://cc.cdn.civiccomputing.com/9/cookieControl.js', 'Civic Cookie Control'],
  ['https://cookiehub.net/c2/a.js', 'CookieHub'],
  ['/ccm19.js', 'CCM19'],
  ['https://cloud.ccm19.de/app.js', 'CCM19'],
  ['https://fundingchoicesmessages.google.com/i/pub-1', 'Google Funding Choices'],
  ['/js/cookies.js', null],
])('knows the consent tool of %s', async (url, name) => {
  const facts = await factsOf({ head: `<script src="${url}"></script>` });
  expect(consentToolsOf(facts)).toEqual(name === null ? [] : [name]);
});
