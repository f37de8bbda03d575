import { expect, it } from 'vitest';
import { parseReply } from './parse-reply.ts';

const parse = (text: string, ended = false) => {
  const reply = parseReply(Buffer.from(text), (status) => status !== 304, ended);
  return reply && [reply.status, Buffer.from(reply.body).toString(), reply.length];
};

it('reads an answer when it is whole, and not before', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
  for (let length = 0; length < answer.length; length += 1) {
    expect(parse(answer.slice(0, length))).toBeUndefined();
  }
  expect(parse(`${answer}more`)).toEqual([200, 'hi', answer.length]);
});

it('reads chunks, and what ends with the connection', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(parse(`${chunked}2\r\nhi\r\n`)).toBeUndefined();
  expect(parse(`${chunked}2\r\nhi\r\n0\r\n\r\n`)?.[1]).toBe('hi');
  expect(parse('HTTP/1.1 200 OK\r\n\r\nhi')).toBeUndefined();
  expect(parse('HTTP/1.1 200 OK\r\n\r\nhi', true)?.[1]).toBe('hi');
});

it('expects no body where there is none', () => {
  const answer = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';
  expect(parse(answer)).toEqual([304, '', answer.length]);
});

it.each([
  ['no HTTP', 'SSH-2.0\r\n\r\n', false],
  ['no header', 'HTTP/1.1 200 OK\r\nfoo\r\n\r\n', false],
  ['a head that breaks off', 'HTTP/1.1 200 OK\r\n', true],
  ['a body that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi', true],
])('refuses %s', (_name, text, ended) => {
  expect(() => parse(text, ended)).toThrow();
});
