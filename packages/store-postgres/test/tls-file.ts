import { fileURLToPath } from 'node:url';

/** The path of a certificate or a key for tests. */
export function tlsFile(name: string): string {
  return fileURLToPath(new URL(`./tls/${name}`, import.meta.url));
}
