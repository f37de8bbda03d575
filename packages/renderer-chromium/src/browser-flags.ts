import type { RendererSettings } from './renderer-options.ts';

/** Features that send their own requests, change requests of pages, ask a user, or build what no one sees. */
const disabledFeatures = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsFirstBalancedMode',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsFirstModeIncognito',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationGuideModelDownloading',
  'OptimizationHints',
  'OptimizationTargetPrediction',
  'PaintHolding',
  'PreloadTopChromeWebUI',
  'Prerender2',
  'PrivacySandboxSettings4',
  'SpareRendererForSitePerProcess',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** The flags that Chromium is started with. */
export function browserFlags(
  { sandbox }: Pick<RendererSettings, 'sandbox'>,
  profile: string,
): string[] {
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-startup-window',
    ...(sandbox ? [] : ['--no-sandbox']),

    // Each page has its own proxy. What does not belong to a page is not sent: port 9 discards.
    '--proxy-server=http://127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',

    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-component-extensions-with-background-pages',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-field-trial-config',
    '--disable-search-engine-choice-screen',
    '--disable-speech-api',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    `--disable-features=${disabledFeatures.join(',')}`,

    // Phones have no shared workers.
    '--disable-blink-features=SharedWorker',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-hang-monitor',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    // A page is never in the background here.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    // Elsewhere, the memory of its processes is not watched.
    ...(process.platform === 'linux' ? [] : ['--js-flags=--max-old-space-size=512']),
  ];
}
