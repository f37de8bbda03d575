import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { pem, startTls } from '../../audit/src/fetch/fixtures/servers.ts';
import { startSites } from './start-sites.ts';
import { installedRenderer, pageOf, useRenderer } from './use-renderer.ts';

const render = useRenderer(startSites());
const authority = fileURLToPath(
  new URL('../../audit/src/fetch/fixtures/tls/ca.pem', import.meta.url),
);

/** A proxy whose tunnels all lead to a site with a certificate of a private authority. */
async function startPrivateSite(certificate: string): Promise<string> {
  const site = await startTls(
    (_, response) => response.setHeader('content-type', 'text/html').end('<p>private</p>'),
    { cert: pem(certificate), key: pem('server.key') },
  );
  const proxy = createServer().on('connect', (_, socket) => {
    const upstream = connect(site.port, '127.0.0.1');
    for (const end of [socket, upstream]) end.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

function setAuthorities(file: string | undefined): void {
  const before = process.env.NODE_EXTRA_CA_CERTS;
  onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
    else process.env.NODE_EXTRA_CA_CERTS = before;
  });
  if (file === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
  else process.env.NODE_EXTRA_CA_CERTS = file;
}

const renderPrivate = async (file: string | undefined, certificate: string, url: string) => {
  setAuthorities(file);
  const renderer = installedRenderer();
  onTestFinished(() => renderer.close());
  return render({ url, proxy: await startPrivateSite(certificate) }, renderer);
};

it('a site of an authority of NODE_EXTRA_CA_CERTS is rendered', async () => {
  const result = await renderPrivate(authority, 'good.pem', 'https://good.test/');
  expect(pageOf(result).html).toContain('<p>private</p>');
});

it.each([
  ['its authority is not known', undefined, 'good.pem', 'https://good.test/'],
  ['the file cannot be read', '/missing.pem', 'good.pem', 'https://good.test/'],
  ['its certificate has expired', authority, 'expired.pem', 'https://expired.test/'],
  ['its certificate has another name', authority, 'good.pem', 'https://other.test/'],
  ['it signed its certificate', authority, 'self-signed.pem', 'https://good.test/'],
])(
  'a site is not rendered if %s, and the cause names the certificate',
  async (...[, file, certificate, url]) => {
    expect(await renderPrivate(file, certificate, url)).toMatchObject({
      kind: 'failed',
      reason: 'render_refused',
      cause: {
        message: expect.stringMatching(/ERR_CERT_\w+\. The browser does not trust the certificate/),
      },
    });
  },
);
