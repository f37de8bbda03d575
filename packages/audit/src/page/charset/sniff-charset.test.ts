import { describe, expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { sniffCharset } from './sniff-charset.ts';

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const sniff = (head: string, contentType: string | null = null) =>
  sniffCharset(latin1(head), contentType);

describe('the encoding is determined by', () => {
  it.each([
    ['\xef\xbb\xbf<meta charset=koi8-r>', 'text/html; charset=big5', 'utf-8'],
    ['\xff\xfe<\0', 'text/html; charset=utf-8', 'utf-16le'],
    ['\xfe\xff\0<', null, 'utf-16be'],
  ])('a byte order mark before all else: %j', (head, contentType, name) => {
    expect(sniff(head, contentType)).toMatchObject({ name, from: 'bom' });
  });

  it.each([
    ['text/html; charset=utf-8', 'utf-8', 'utf-8'],
    ['text/html;charset="Shift_JIS"', 'Shift_JIS', 'shift_jis'],
    ['TEXT/HTML; x=y; Charset=latin1', 'latin1', 'windows-1252'],
    ['text/html; charset=utf-16', 'utf-16', 'utf-16le'],
    ['text/html; charset=koi8-r, text/html', 'koi8-r', 'koi8-r'],
    ['text/html; charset=x-user-defined', 'x-user-defined', 'x-user-defined'],
  ])('the header %s', (contentType, headerLabel, name) => {
    const fact = sniff('<meta charset=euc-kr>', contentType);
    expect(fact).toEqual({ name, from: 'header', headerLabel, metaLabel: null });
  });

  it.each([
    'text/html',
    'text/html; charset=',
    'text/html; charset=utf-7',
    'text/html; charset=x, text/plain',
    'text/html; charset=koi8-r, text/plain',
    'nonsense; charset=utf-8',
    null,
  ])('the page where the header %s names no encoding', (contentType) => {
    expect(sniff('<meta charset=euc-kr>', contentType)).toMatchObject({
      name: 'euc-kr',
      from: 'meta',
      metaLabel: 'euc-kr',
    });
  });

  it.each([
    ['<META CharSet = "KOI8-R" >', 'koi8-r'],
    ['<meta/charset=koi8-r/>', 'windows-1252'],
    ['<meta/charset=koi8-r>', 'koi8-r'],
    ['<meta =x charset=koi8-r>', 'koi8-r'],
    ['<meta =a="b>" charset=koi8-r>', 'koi8-r'],
    ['<metal charset=koi8-r>', 'windows-1252'],
    ["<meta charset='koi8-r'>", 'koi8-r'],
    ["<meta charset='koi8-r><p>", 'windows-1252'],
    ['<meta content="text/html; charset=koi8-r">', 'windows-1252'],
    ['<p><meta charset=koi8-r>', 'koi8-r'],
    ['<p\ta><meta charset=koi8-r>', 'koi8-r'],
    ['<p a="><meta charset=big5>"><meta charset=koi8-r>', 'koi8-r'],
    ["<p a='><meta charset=big5>'><meta charset=koi8-r>", 'koi8-r'],
    ['<p a="<meta charset=koi8-r>">', 'windows-1252'],
    ['</p a=">" b><meta charset=koi8-r>', 'koi8-r'],
    ['<1 a="><meta charset=koi8-r>', 'koi8-r'],
    ['<!doctype "><meta charset=koi8-r>', 'koi8-r'],
    ['<?php "><meta charset=koi8-r>', 'koi8-r'],
    ['<!--><meta charset=koi8-r>', 'koi8-r'],
    ['<!-- ><meta charset=big5>--><meta charset=koi8-r>', 'koi8-r'],
    ['<!-- <meta charset=koi8-r>', 'windows-1252'],
    ['<meta charset=utf-7><meta charset=koi8-r>', 'koi8-r'],
    ['<meta charset="koi8-r', 'windows-1252'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=utf-16be>', 'utf-8'],
    ['<meta charset="">', 'windows-1252'],
    ['<meta charset=koi8-r charset=big5>', 'koi8-r'],
    [
      '<meta charset=bogus content="text/html;charset=big5" http-equiv=content-type>',
      'windows-1252',
    ],
    ['<meta content="a charset b;charset=\'koi8-r\'" http-equiv=Content-Type>', 'koi8-r'],
    ['<meta http-equiv=content-type content="charset = koi8-r ; x">', 'koi8-r'],
    ['<meta http-equiv=content-type content="charset=">', 'windows-1252'],
    ['<meta http-equiv=refresh content="charset=koi8-r">', 'windows-1252'],
    ['<meta content="charset=big5" charset=koi8-r>', 'koi8-r'],
    ['<?xml version="1.0" encoding="koi8-r"?><p>', 'koi8-r'],
    ["<?xml encoding='utf-16'?>", 'utf-8'],
    ['<?xml encoding="koi8-r"', 'windows-1252'],
    [' <?xml encoding="koi8-r"?>', 'windows-1252'],
    ['<?xml encoding="koi8-r"?><meta charset=big5>', 'big5'],
    ['<\0?\0x\0m\0l\0', 'utf-16le'],
    ['\0<\0?\0x\0m\0l', 'utf-16be'],
    [`<!--${'x'.repeat(990)}--><meta charset=koi8-r>`, 'koi8-r'],
    [`<!--${'x'.repeat(1_010)}--><meta charset=koi8-r>`, 'windows-1252'],
  ])('the first 1,024 bytes: %j is in %s', (head, name) => {
    expect(sniff(head).name).toBe(name);
  });

  it('nothing: windows-1252, but UTF-8 where the bytes beyond ASCII are that', () => {
    expect(sniff('<p>a')).toMatchObject({ name: 'windows-1252', from: 'default' });
    expect(sniff('<p>\xc3\xa4')).toMatchObject({ name: 'utf-8', from: 'default' });
    expect(sniff('<p>\xc3\xa4\xe4')).toMatchObject({ name: 'windows-1252', from: 'default' });
  });
});

describe('a declaration further on', () => {
  const padding = `<!--${'x'.repeat(2_000)}-->`;
  const page = (head: string, body = '') =>
    readPage(latin1(`<head>${padding}${head}<title>\xe4</title>${body}`), null);

  it('reads the page again where it is in the head', async () => {
    const facts = await page('<meta charset=koi8-r>');
    expect(facts.charset).toEqual({
      name: 'koi8-r',
      from: 'late-meta',
      headerLabel: null,
      headerEncoding: null,
      metaLabel: 'koi8-r',
      metaEncoding: 'koi8-r',
      undecodable: 0,
      replaced: false,
    });
    expect(facts.titles[0]?.text).toBe('Д');
    expect(facts.metas).toHaveLength(1);
  });

  it('has the encodings of both labels, known or not', async () => {
    const both = await readPage(latin1('<meta charset=Latin1>'), 'text/html; charset=UTF8');
    expect(both.charset).toMatchObject({ headerEncoding: 'utf-8', metaEncoding: 'windows-1252' });
    const unknown = await readPage(latin1('<meta charset=x>'), 'text/html; charset=y');
    expect(unknown.charset).toMatchObject({ headerLabel: 'y', metaLabel: 'x' });
    expect(unknown.charset).toMatchObject({ headerEncoding: null, metaEncoding: null });
  });

  it('is ignored in the body, and where the header decided', async () => {
    const inBody = await page('', '<p><meta charset=koi8-r>');
    expect(inBody.charset).toMatchObject({ from: 'default', metaLabel: 'koi8-r' });
    expect(inBody.titles[0]?.text).toBe('ä');

    const bytes = latin1(`${padding}<meta charset=koi8-r><title>\xe4</title>`);
    const byHeader = await readPage(bytes, 'text/html; charset=latin1');
    expect(byHeader.charset).toMatchObject({ from: 'header', metaLabel: 'koi8-r' });
    expect(byHeader.titles[0]?.text).toBe('ä');
  });

  it('counts only if there is such an encoding, and only the first one', async () => {
    const facts = await page('<meta charset=utf-7><meta charset=big5><meta charset=koi8-r>');
    expect(facts.charset).toMatchObject({ name: 'big5', from: 'late-meta' });
  });

  it('means UTF-8 where it declares UTF-16', async () => {
    expect((await page('<meta charset=utf-16>')).charset.name).toBe('utf-8');
  });
});
