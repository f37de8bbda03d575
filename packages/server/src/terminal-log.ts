import { styleText } from 'node:util';

/** Where the log of Fastify writes its lines of JSON. */
interface LogStream {
  write(line: string): void;
}

interface LogRecord {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly reqId?: string;
  readonly req?: unknown;
  readonly res?: { readonly statusCode?: number; readonly method?: string; readonly path?: string };
  readonly responseTime?: number;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly err?: ErrorFields;
  readonly [field: string]: unknown;
}

interface ErrorFields {
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

/** What Fastify and pino add to every line, what is written in another way, and what the path says. */
const ownFields: ReadonlySet<string> = new Set([
  ...['level', 'time', 'pid', 'hostname', 'msg', 'reqId', 'req', 'res', 'responseTime'],
  ...['method', 'path', 'status', 'durationMs', 'operation', 'err'],
]);

const [warnLevel, errorLevel] = [40, 50];

/**
 * Writes the log as people read it: a line for each request when it has ended, and one for anything else. Control
 * characters are escaped, so that no request can write to the terminal.
 *
 * @param write - Writes text to the terminal.
 * @param isColored - Whether it shows colours.
 */
export function terminalLog(write: (text: string) => unknown, isColored: boolean): LogStream {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    isColored ? styleText(format, text, { validateStream: false }) : text;
  /** Requests that have a line of the API, which says more than that of the server. */
  const shown = new Set<string>();
  return {
    write(line) {
      const record = recordOf(line);
      if (record === null) return void write(line);
      const text = textOf(record, shown);
      if (text === null) return;
      const color = record.level >= errorLevel ? 'red' : 'yellow';
      const [first = '', ...rest] = text.split('\n');
      write(
        [
          `${style('dim', timeOf(record.time))}  ${record.level >= warnLevel ? style(color, first) : first}`,
          ...rest.map((detail) => style('dim', detail)),
          '',
        ].join('\n'),
      );
    },
  };
}

/** The text of a record; `null` if another one says the same. */
function textOf(record: LogRecord, shown: Set<string>): string | null {
  const { reqId, req, res, responseTime, method, path, status, durationMs, msg = '' } = record;
  if (req !== undefined) return null;
  if (res !== undefined) {
    if (reqId !== undefined && shown.delete(reqId)) return null;
    return requestText(record, { ...res, status: res.statusCode, durationMs: responseTime });
  }
  if (method !== undefined && status !== undefined) {
    if (reqId !== undefined) shown.add(reqId);
    // The outage has a line for all of them.
    if (msg === 'sitegrade: write refused') return null;
    return requestText(record, { method, path, status, durationMs });
  }
  return `${plain(msg)}${fieldsText(record)}${errorText(record)}`;
}

function requestText(
  record: LogRecord,
  {
    method = '',
    path = '',
    status,
    durationMs = 0,
  }: Pick<LogRecord, 'method' | 'path' | 'status' | 'durationMs'>,
): string {
  const duration = `${Math.round(durationMs)} ms`;
  const line = `${status ?? '–'} ${method} ${path}  ${duration}`;
  return `${plain(line)}${fieldsText(record)}${errorText(record)}`;
}

function fieldsText(record: LogRecord): string {
  return Object.entries(record)
    .filter(([name]) => !ownFields.has(name))
    .map(([name, value]) => `  ${plain(name)}=${plain(valueText(value))}`)
    .join('');
}

function valueText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[\w./:+-]+$/.test(value) ? value : JSON.stringify(value);
}

/** The messages of an error and its causes. Only where it is unexpected, its frames help. */
function errorText({ level, err }: Pick<LogRecord, 'level' | 'err'>): string {
  if (err === undefined) return '';
  const { message = '', stack = '', cause } = err;
  const frames =
    level < errorLevel ? [] : stack.split('\n').filter((line) => /^ {4}at /.test(line));
  const lines = [`  ${plain(message)}`, ...frames.map(plain)];
  return `\n${lines.join('\n')}${cause === undefined ? '' : errorText({ level, err: cause })}`;
}

/** `null` for a line that is not JSON. */
function recordOf(line: string): LogRecord | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function plain(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The time of day on this machine. */
function timeOf(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
