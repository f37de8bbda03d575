import { expect, it } from 'vitest';
import { sheetStyle } from './sheet-style.ts';

it('has the name at the bottom of each sheet, regardless of what it contains', () => {
  expect(sheetStyle('Our reports 2')).toContain('@bottom-left { content: "Our reports 2";');
  const hostile = sheetStyle('</style>"; } \\ é 🥖');
  expect(hostile).toContain(
    'content: "\\3c \\2f style\\3e \\22 \\3b  \\7d  \\5c  \\e9  \\1f956 ";',
  );
});
