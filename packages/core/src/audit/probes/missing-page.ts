import type { Probe } from './probe-facts.ts';
import type { Prober } from './prober.ts';

/** 96 bits: a path that exists nowhere. */
const nameBytes = 12;

/** Asks for a page that cannot exist, at the root of a site. */
export function probeMissingPage(
  prober: Prober,
  site: URL,
  randomBytes: (size: number) => Uint8Array,
): Promise<Probe> {
  const name = Buffer.from(randomBytes(nameBytes)).toString('hex');
  return prober.get(new URL(`/sitegrade-${name}`, site));
}
