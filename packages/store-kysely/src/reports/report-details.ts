import { inflateSync } from 'node:zlib';
import { detailsOf, type ReportDetails, SitegradeError } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import type { Work } from '../work.ts';
import { type DetailsColumns, fromColumns, toColumns } from './details-columns.ts';
import { packOutline } from './outlines.ts';
import { compress } from './packed-json.ts';
import {
  maxJsonBytes,
  type ReadTexts,
  type RulesetTexts,
  rulesetTextsOf,
  textsIdLength,
} from './ruleset-texts.ts';

/** The details of a report in storage format. */
export interface PackedDetails {
  /** The bytes for the database. */
  readonly bytes: Uint8Array;
  /** The texts that are necessary to read them, if there are any. */
  readonly texts?: RulesetTexts;
  /** The outline of the page, packed, if there is one. */
  readonly outline?: Uint8Array;
}

/** The same, with the details as they will be read. */
export interface PackedReport extends PackedDetails {
  readonly details: ReportDetails;
}

/** What is packed: the details, and the checks of their ruleset and the outline if they are known. */
type DetailsToPack = ReportDetails & Pick<NewReport, 'rulesetChecks' | 'outline'>;

// The first byte is the format:
//
//   0x78  the zlib format with the details as JSON
//   0x01  the id of the texts, then the zlib format with the columns as JSON, compressed with the sample
const zlibByte = 0x78;
const columnsByte = 0x01;
const columnsStart = 1 + textsIdLength;

/**
 * Packs details for storage. Not in the database's own JSON type, which reorders the checks. In columns only
 * if unpacking them gives exactly the same JSON, so nothing depends on where the details come from.
 *
 * @throws SitegradeError `internal` if the details are too large to be read again.
 */
export async function packDetails(report: DetailsToPack): Promise<PackedDetails> {
  return pack(report, write(report));
}

/** Packs details as {@link packDetails} does, and reads them: a copy, so that the caller may change the given ones. */
export async function packReport(report: DetailsToPack): Promise<PackedReport> {
  const written = write(report);
  const details = written.texts
    ? readColumns(written.text, written.texts)
    : (JSON.parse(written.text) as ReportDetails);
  return { ...(await pack(report, written)), details };
}

/** Details as text: in columns if there are the texts of their ruleset, otherwise whole. */
interface Written {
  readonly text: string;
  readonly texts?: RulesetTexts;
}

function write(report: DetailsToPack): Written {
  const details = detailsOf(report);
  const written = writeColumns(details, report.rulesetChecks) ?? { text: JSON.stringify(details) };
  const bytes = Buffer.byteLength(written.text);
  if (bytes > maxJsonBytes) {
    const message = `The details of a report have ${bytes} bytes of JSON; at most ${maxJsonBytes} can be stored.`;
    throw new SitegradeError('internal', message);
  }
  return written;
}

/** `undefined` if the details do not consist of the texts of their ruleset and of columns. */
function writeColumns(
  details: ReportDetails,
  rulesetChecks: DetailsToPack['rulesetChecks'],
): Written | undefined {
  if (rulesetChecks?.length !== Object.keys(details.checks).length) return undefined;
  const texts = rulesetTextsOf(rulesetChecks);
  const columns = toColumns(details, texts.checks);
  return columns && { text: JSON.stringify(columns), texts };
}

async function pack({ outline }: DetailsToPack, { text, texts }: Written): Promise<PackedDetails> {
  const packed = texts ? await packColumns(text, texts) : { bytes: await compress(text) };
  return outline ? { ...packed, outline: await packOutline(outline) } : packed;
}

async function packColumns(text: string, texts: RulesetTexts): Promise<PackedDetails> {
  const packed = await compress(text, texts.sample);
  return { texts, bytes: Buffer.concat([Buffer.of(columnsByte), texts.id, packed]) };
}

/**
 * Reads stored details, with the texts of their ruleset.
 *
 * @throws SitegradeError `internal` for bytes in an unknown format, and for damaged ones.
 */
export function* unpackDetails(bytes: Uint8Array, readTexts: ReadTexts): Work<ReportDetails> {
  if (bytes[0] === zlibByte) {
    return readIntact(() => JSON.parse(inflate(bytes)) as ReportDetails);
  }
  if (bytes[0] === columnsByte) {
    const texts = yield* readTexts(bytes.subarray(1, columnsStart));
    const packed = bytes.subarray(columnsStart);
    return readIntact(() => readColumns(inflate(packed, texts.sample), texts));
  }
  throw new SitegradeError(
    'internal',
    'The details of a report are stored in a format that this version of sitegrade does not know.',
  );
}

function readColumns(text: string, { checks }: RulesetTexts): ReportDetails {
  return fromColumns(JSON.parse(text) as DetailsColumns, checks);
}

function inflate(bytes: Uint8Array, dictionary?: Uint8Array): string {
  const options = { maxOutputLength: maxJsonBytes, ...(dictionary && { dictionary }) };
  return inflateSync(bytes, options).toString();
}

function readIntact<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new SitegradeError('internal', 'The stored details of a report are damaged.', { cause });
  }
}
