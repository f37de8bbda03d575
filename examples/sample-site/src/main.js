// @ts-check
import { pages } from './pages.js';
import { startSampleSite } from './sample-site.js';

const site = await startSampleSite({
  port: portOf('PORT', 8080),
  httpsPort: portOf('HTTPS_PORT', 8443),
}).catch((error) => {
  console.error(`The sample site cannot start: ${error.message}`);
  process.exit(1);
});

console.log(`The sample site listens at ${site.url} and ${site.httpsUrl}`);
console.log(`Its certificate, for NODE_EXTRA_CA_CERTS: ${site.certificateFile}`);
for (const page of pages) console.log(`  ${page.path.padEnd(20)} ${page.shows}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void site.close());

/**
 * @param {string} name
 * @param {number} fallback
 */
function portOf(name, fallback) {
  const text = process.env[name] ?? '';
  if (text === '') return fallback;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  console.error(`${name} is "${text}", which is not a port: use an integer from 0 to 65535.`);
  return process.exit(1);
}
