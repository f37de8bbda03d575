import { promisify } from 'node:util';
import { deflate, inflateSync } from 'node:zlib';
import { type ReportDetails, SitegradeError } from '@sitegrade/core';

/** The details of a report, ready to be stored. */
export interface PackedDetails {
  /** As JSON. */
  readonly text: string;
  /** As the database keeps them. */
  readonly bytes: Uint8Array;
}

/** What compressed details begin with, and what JSON does, as which they were kept at first. */
const firstBytes = { zlib: 0x78, json: 0x7b };

/**
 * Details as they are stored: JSON in the zlib format, which its first byte tells and its checksum
 * guards. Not the database's own JSON, which reorders the checks. Compressed on a thread of Node's,
 * since a large report would hold the event loop.
 */
export async function packDetails(report: ReportDetails): Promise<PackedDetails> {
  const { categories, gates, coverage, partial, fixFirst, checks, page } = report;
  const details: ReportDetails = { categories, gates, coverage, partial, fixFirst, checks, page };
  const text = JSON.stringify(details);
  return { text, bytes: await promisify(deflate)(text) };
}

/**
 * Stored details, whichever way they were stored.
 *
 * @throws SitegradeError `internal` for bytes that no version up to this one has written.
 */
export function unpackDetails(bytes: Uint8Array): ReportDetails {
  return JSON.parse(textOf(bytes)) as ReportDetails;
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === firstBytes.json) return Buffer.from(bytes).toString();
  if (bytes[0] === firstBytes.zlib) return inflateSync(bytes).toString();
  throw new SitegradeError(
    'internal',
    'The details of a report are stored in a format that this version of sitegrade does not know.',
  );
}
