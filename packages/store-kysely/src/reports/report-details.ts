import { promisify } from 'node:util';
import { deflate, inflateSync } from 'node:zlib';
import { detailsOf, type ReportDetails, SitegradeError } from '@sitegrade/core';

/** The details of a report in storage format. */
export interface PackedDetails {
  /** As JSON. */
  readonly text: string;
  /** The bytes for the database. */
  readonly bytes: Uint8Array;
}

/** The first byte of the zlib format. */
const zlibByte = 0x78;

/**
 * Packs details for storage: JSON in the zlib format, with its checksum. Not in the database's own
 * JSON type, which reorders the checks. Compressed on a thread of Node's pool: a large report would
 * block the event loop.
 */
export async function packDetails(report: ReportDetails): Promise<PackedDetails> {
  const text = JSON.stringify(detailsOf(report));
  return { text, bytes: await promisify(deflate)(text) };
}

/**
 * Reads stored details.
 *
 * @throws SitegradeError `internal` for bytes in an unknown format.
 */
export function unpackDetails(bytes: Uint8Array): ReportDetails {
  if (bytes[0] === zlibByte) return JSON.parse(inflateSync(bytes).toString()) as ReportDetails;
  throw new SitegradeError(
    'internal',
    'The details of a report are stored in a format that this version of sitegrade does not know.',
  );
}
