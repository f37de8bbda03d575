// @ts-check
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { respond } from './respond.js';

const certificateUrl = new URL('./certificate/cert.pem', import.meta.url);
const keyUrl = new URL('./certificate/key.pem', import.meta.url);

/**
 * Starts the sample site, on http and on https.
 *
 * @param {object} [options]
 * @param {number} [options.port] For http; 0, the default, takes a free one.
 * @param {number} [options.httpsPort] For https; 0, the default, takes a free one.
 * @param {string} [options.host] Default: `127.0.0.1`.
 * @returns {Promise<import('./sample-site.d.ts').SampleSite>}
 */
export async function startSampleSite({ port = 0, httpsPort = 0, host = '127.0.0.1' } = {}) {
  const origins = { http: '', https: '' };
  const plain = createServer((request, response) => {
    void respond(request, response, { origin: origins.http, httpsOrigin: origins.https });
  });
  const secure = createSecureServer(
    { cert: readFileSync(certificateUrl), key: readFileSync(keyUrl) },
    (request, response) => {
      void respond(request, response, { origin: origins.https, httpsOrigin: origins.https });
    },
  );
  const close = async () => {
    await Promise.all([plain, secure].map(stop));
  };
  try {
    origins.http = `http://${hostInUrl(host)}:${await listen(plain, port, host)}`;
    origins.https = `https://${hostInUrl(host)}:${await listen(secure, httpsPort, host)}`;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: origins.http,
    httpsUrl: origins.https,
    certificateFile: fileURLToPath(certificateUrl),
    close,
  };
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>} The port it listens on.
 */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<void>}
 */
function stop(server) {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** @param {string} host */
function hostInUrl(host) {
  return host.includes(':') ? `[${host}]` : host;
}
