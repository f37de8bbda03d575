import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCpuAccount } from '../../limits/cpu-account.ts';
import { takeSlices } from '../../limits/time-slices.ts';
import { decodePage } from './decode-page.ts';

const read = (bytes: readonly number[] | Uint8Array, encoding: string) =>
  decodePage(Uint8Array.from(bytes), encoding, takeSlices(2, openCpuAccount()));

const decode = async (bytes: readonly number[] | Uint8Array, encoding: string) =>
  (await read(bytes, encoding)).text;

describe('decodePage', () => {
  it('reads 0x80 to 0x9f of windows-1252 by the standard', async () => {
    const text = await decode([0x80, 0x81, 0x8a, 0x93, 0x9d, 0x9f], 'windows-1252');
    expect(text).toBe('\u20ac\u0081\u0160\u201c\u009d\u0178');
  });

  it.each([
    ['utf-8', [0xe5, 0xb1, 0xb1], '山'],
    ['utf-16le', [0x71, 0x5c], '山'],
    ['utf-16be', [0x5c, 0x71], '山'],
    ['gb18030', [0xc9, 0xbd, 0x95, 0x32, 0x82, 0x36], '山𠀀'],
    ['shift_jis', [0x8e, 0x52], '山'],
    ['euc-jp', [0xbb, 0xb3], '山'],
    ['euc-kr', [0xbb, 0xea], '산'],
    ['big5', [0xa4, 0x73], '山'],
    ['koi8-r', [0xe7, 0xcf, 0xd2, 0xc1], 'Гора'],
    ['x-user-defined', [0x41, 0x80], 'A\uf780'],
    ['replacement', [0x41, 0x42], '\ufffd'],
    ['replacement', [], ''],
  ])('reads %s', async (encoding, bytes, text) => {
    expect(await decode(bytes, encoding)).toBe(text);
  });

  it('drops a byte order mark', async () => {
    expect(await decode([0xef, 0xbb, 0xbf, 0x41], 'utf-8')).toBe('A');
    expect(await decode([0xff, 0xfe, 0x41, 0], 'utf-16le')).toBe('A');
  });

  it('replaces NUL, invalid bytes and noncharacters with U+FFFD', async () => {
    expect(await decode([0x41, 0, 0x42], 'utf-8')).toBe('A\ufffdB');
    expect(await decode([0, 0, 0x41, 0], 'utf-16le')).toBe('\ufffdA');
    expect(await decode([0x3d, 0xd8, 0x41, 0], 'utf-16le')).toBe('\ufffdA');
    expect(await decode([0xff, 0xed, 0xa0, 0x80], 'utf-8')).toBe('\ufffd'.repeat(4));
    expect(await decode([0xef, 0xbf, 0xbe, 0xef, 0xbf, 0xbf], 'utf-8')).toBe('\ufffd\ufffd');
  });

  it('reads UTF-8 as its decoder does, whether it is well-formed or not', async () => {
    const pieces = ['a', 'é', '山', '𠀀', '\uFEFF', '\uFFFE', '\x80', '\xe5', '\xf0'];
    const bytes = fc
      .array(fc.constantFrom(...pieces), { maxLength: 8 })
      .map((parts) =>
        parts.map((part) => Buffer.from(part, /^[\x80-\xff]$/.test(part) ? 'latin1' : 'utf8')),
      );
    await fc.assert(
      fc.asyncProperty(bytes, async (parts) => {
        const page = Buffer.concat(parts);
        const expected = new TextDecoder().decode(page).replaceAll('\uFFFE', '\uFFFD');
        expect(await decode(page, 'utf-8')).toBe(expected);
      }),
      { seed: 1 },
    );
  });

  it('counts invalid bytes, and not U+FFFD encoded in the page', async () => {
    const count = async (bytes: readonly number[], encoding: string) =>
      (await read(bytes, encoding)).undecodable;
    const written = [...Buffer.from('a\uFFFD')];
    expect(await count(written, 'utf-8')).toBe(0);
    expect(await count([...written, 0xe4, 0x20, 0xf6, ...written], 'utf-8')).toBe(2);
    expect(await count([0, 0x41, 0xe4], 'utf-8')).toBe(1);
    expect(await count([0x41, 0xe4], 'windows-1252')).toBe(0);
    expect(await count([0x41, 0x81, 0x20], 'shift_jis')).toBe(1);
    expect(await count([0x41, 0x42], 'replacement')).toBe(1);
    const edge = [
      ...Buffer.from('x'.repeat(65_535)),
      0xe4,
      ...Buffer.from('\uFFFD'.repeat(70_000)),
    ];
    expect(await count(edge, 'utf-8')).toBe(1);
  });

  it('records whether it replaced NUL or a noncharacter', async () => {
    const replaced = async (bytes: readonly number[], encoding: string) =>
      (await read(bytes, encoding)).replaced;
    expect(await replaced([0x41, 0], 'utf-8')).toBe(true);
    expect(await replaced([...Buffer.from('\uFFFF')], 'utf-8')).toBe(true);
    expect(await replaced([0xe4, ...Buffer.from('\uFFFD')], 'utf-8')).toBe(false);
    expect(await replaced([0x41, 0], 'utf-16le')).toBe(false);
    expect(await replaced([0x41], 'replacement')).toBe(false);
  });

  it('splits no character at the edge of a slice', async () => {
    const bytes = Buffer.from(`a${'山'.repeat(400_000)}`);
    expect(await decode(bytes, 'utf-8')).toBe(bytes.toString());
    const mixed = Buffer.from(`${'x'.repeat(262_143)}é${'y'.repeat(262_142)}𠀀z`);
    expect(await decode(mixed, 'utf-8')).toBe(mixed.toString());
    const legacy = [0x41, ...Array.from({ length: 80_000 }, () => [0x8e, 0x52]).flat()];
    expect(await decode(legacy, 'shift_jis')).toBe(`A${'山'.repeat(80_000)}`);
  });

  it('pauses wherever the page is long, also where nothing is found', async () => {
    let pauses = 0;
    const slices = { isOver: () => true, next: async () => void pauses++ };
    const start = 0xef;
    await decodePage(new Uint8Array(65_536 * 10).fill(start), 'utf-8', slices);
    // It is searched, and then decoded.
    expect(pauses).toBe(20);
  });
});
