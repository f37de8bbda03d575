import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../packages/audit/src/checks/', import.meta.url);

/**
 * What a check adds to its source, by the id of the check: the `@remarks` of the comments in its file, in their order.
 * They are comments, and not a field of the check, which would add 4 kB, compressed, to each format that is published.
 */
export const remarks: ReadonlyMap<string, string> = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (!name.endsWith('.ts')) return [];
    const text = readFileSync(new URL(name, folder), 'utf8');
    const id = /^ {2}id: '([^']+)'/m.exec(text)?.[1];
    const found = [...text.matchAll(/@remarks ([\s\S]*?)\*\//g)].map(([, remark = '']) =>
      remark.replace(/\s+\* /g, ' ').trim(),
    );
    return id === undefined || found.length === 0 ? [] : [[id, found.join(' ')] as const];
  }),
);
