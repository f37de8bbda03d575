import { describe, expect, it } from 'vitest';
import { terminalLog } from './terminal-log.ts';

/** What a terminal shows of these records, without the time of day. */
function shownOf(records: readonly object[], isColored = false): readonly string[] {
  let text = '';
  const stream = terminalLog((part) => {
    text += part;
  }, isColored);
  for (const record of records) {
    const common = { level: 30, time: 0, pid: 1, hostname: 'vm' };
    stream.write(`${JSON.stringify({ ...common, ...record })}\n`);
  }
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''));
}

const incoming = { reqId: 'req-1', req: { method: 'GET', path: '/a' }, msg: 'incoming request' };
const completed = {
  reqId: 'req-1',
  res: { statusCode: 404, method: 'GET', path: '/a' },
  responseTime: 12.4,
  msg: 'request completed',
};

describe('the log of a terminal', () => {
  it('has the time of day, and a line for a request when it has ended', () => {
    let text = '';
    const stream = terminalLog((part) => {
      text += part;
    }, false);
    for (const record of [incoming, completed])
      stream.write(JSON.stringify({ level: 30, time: Date.now(), ...record }));
    expect(text).toMatch(/^\d\d:\d\d:\d\d {2}404 GET \/a {2}12 ms\n$/);
  });

  it('has one line for a request to the API, with what only the API knows', () => {
    const api = {
      reqId: 'req-1',
      method: 'POST',
      path: '/api/v1/reports',
      operation: 'createReport',
      ownerId: 'ann b',
      status: 400,
      durationMs: 7,
      code: 'url_not_allowed',
      msg: 'sitegrade: request completed',
    };
    expect(shownOf([incoming, api, completed, completed])).toEqual([
      '400 POST /api/v1/reports  7 ms  ownerId="ann b"  code=url_not_allowed',
      // Only that request was shown.
      '404 GET /a  12 ms',
    ]);
  });

  it('has any other message with its details, and the frames of an unexpected error', () => {
    const err = {
      name: 'Error',
      message: 'not available',
      stack: 'Error: not available\n    at connect (a.js:1:2)',
      cause: { name: 'Error', message: 'refused' },
    };
    expect(
      shownOf([
        { msg: 'Waiting for jobs', concurrency: 10 },
        { level: 50, msg: 'the database is not available', err },
        { msg: 'a page was not', err },
      ]),
    ).toEqual([
      'Waiting for jobs  concurrency=10',
      'the database is not available',
      '  not available',
      '    at connect (a.js:1:2)',
      '  refused',
      'a page was not',
      '  not available',
      '  refused',
    ]);
  });

  it('cannot be controlled by what it shows', () => {
    const evil = '\u001b[2J\r\n\u202eevil';
    const shown = shownOf([
      { msg: evil, field: evil, [evil]: 1, err: { message: evil } },
      { method: evil, path: evil, status: 200, durationMs: 1, code: evil },
    ]);
    expect(shown).toHaveLength(3);
    expect(shown.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown[1]).toBe(String.raw`  \u001b[2J\u000d\u000a\u202eevil`);
  });

  it('shows errors in red, and a line that is not JSON as it is', () => {
    expect(shownOf([{ level: 50, msg: 'failed' }], true).join('')).toContain('\u001b[31mfailed');
    expect(shownOf([{ level: 30, msg: 'started' }], true).join('')).not.toContain('\u001b[31m');
    let text = '';
    terminalLog((part) => {
      text += part;
    }, false).write('not JSON\n');
    expect(text).toBe('not JSON\n');
  });
});
