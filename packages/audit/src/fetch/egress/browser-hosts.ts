/**
 * Hosts that browsers contact by themselves. Those of Chromium are the addresses in its binary (version 156), those of
 * Edge are in https://learn.microsoft.com/deployedge/microsoft-edge-security-endpoints.
 *
 * Not here: hosts that pages load something from, too, such as accounts.google.com (sign-in buttons), www.google.com,
 * www.googleapis.com and translate.googleapis.com. Tunnels show no paths, and a page without its files would be
 * another page.
 */
const browserHosts: ReadonlySet<string> = new Set([
  // Updates of components, extensions and dictionaries, and where they are downloaded from
  'update.googleapis.com',
  'clients2.google.com',
  'clients2.googleusercontent.com',
  'chromewebstore.googleapis.com',
  'redirector.gvt1.com',
  'edgedl.me.gvt1.com',
  // Field trials, usage statistics, sync, and the time
  'clientservices.googleapis.com',
  'clients4.google.com',
  // Which fields a form has
  'content-autofill.googleapis.com',
  // Hints about pages, and models
  'optimizationguide-pa.googleapis.com',
  // Dangerous sites and downloads, stolen passwords, certificates
  'safebrowsing.googleapis.com',
  'sb-ssl.google.com',
  'passwordsleakcheck-pa.googleapis.com',
  'sctauditing-pa.googleapis.com',
  // Whether a prompt would be refused
  'webpermissionpredictions.googleapis.com',
  // Push messages
  'android.clients.google.com',
  'mtalk.google.com',
  // Whether there is a network
  'connectivitycheck.gstatic.com',
  // Edge: its services, its configuration, its updates, SmartScreen
  'edge.microsoft.com',
  'config.edge.skype.com',
  'msedge.api.cdp.microsoft.com',
  'nav-edge.smartscreen.microsoft.com',
  'data-edge.smartscreen.microsoft.com',
]);

/** What browsers request from hosts of pages, without TLS: whether there is a network. */
const browserUrls: ReadonlySet<string> = new Set([
  'www.gstatic.com/generate_204',
  'edge-http.microsoft.com/captiveportal/generate_204',
]);

/**
 * Whether a request is one of the browser itself, such as for updates of its components.
 *
 * @param path - `/` for a tunnel.
 */
export function isBrowserRequest(host: string, path: string): boolean {
  return browserHosts.has(host) || browserUrls.has(host + path);
}
