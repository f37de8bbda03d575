const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

/** The longest age: a hundred years. */
export const maxAgeDays = 36_500;

/** The milliseconds of `90d` (days) or `36h` (hours); `undefined` for any other text. */
export function parseAge(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,6})([dh])$/.exec(text) ?? [];
  const ms = Number(digits) * (unitMs[unit] ?? 0);
  return ms > 0 && ms <= maxAgeDays * 86_400_000 ? ms : undefined;
}
