/** What a cell may hold. */
type CsvValue = string | number | boolean | null;

/** The columns of a table, by name, with the value that each takes from a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

/** At the start of a file, it makes spreadsheets read UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * What may begin a formula (https://owasp.org/www-community/attacks/CSV_Injection, which also names full-width forms:
 * spreadsheets of some languages read them as the ASCII ones). White space and characters without a width before one
 * do not stop all of them.
 */
const formulaStart = /^[\t\r\n\0]|^[\s\p{Cc}\p{Cf}]*(?<operator>[^\s\p{Cc}\p{Cf}])/u;
const operators = /^[=+\-@\u2212]/;
const needsQuotes = /[",\r\n]/;

/**
 * Writes one line of a CSV file (RFC 4180), with its line break. `null` is an empty cell. Text that a
 * spreadsheet would execute as a formula gets an apostrophe in front; numbers are written as they are.
 *
 * @example
 * ```ts
 * csvLine([1, 'a "b"', '=1+1', -1, null]); // '1,"a ""b""",\'=1+1,-1,\r\n'
 * ```
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = beginsFormula(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function beginsFormula(text: string): boolean {
  const start = formulaStart.exec(text);
  if (start === null) return false;
  const { operator } = start.groups ?? {};
  // NFKC gives full-width, small, raised and lowered signs as the ASCII ones (UAX #15).
  return operator === undefined || operators.test(operator.normalize('NFKC'));
}

/** The line with the names of the columns. */
export function csvHeader<Row>(columns: CsvColumns<Row>): string {
  return csvLine(Object.keys(columns));
}

/** The line of a row. */
export function csvRow<Row>(columns: CsvColumns<Row>, row: Row): string {
  return csvLine(Object.values(columns).map((read) => read(row)));
}

/**
 * Writes a CSV file (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. Text that a
 * spreadsheet would execute as a formula gets an apostrophe in front.
 *
 * @param columns - The names of the columns, and how each takes its value from a row.
 * @param rows - One for each line.
 * @example
 * ```ts
 * csvFile({ url: (page: { url: string }) => page.url }, [{ url: 'https://example.com/' }]);
 * ```
 */
export function csvFile<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => csvRow(columns, row));
  return byteOrderMark + csvHeader(columns) + lines.join('');
}
