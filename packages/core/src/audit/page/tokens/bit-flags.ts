/**
 * Ensures that every flag is a bit of its own, so that one number can hold any set of them. A flag
 * beyond the 32 bits of bitwise operations would equal an earlier one: `1 << 32` is 1.
 *
 * @throws Error for a flag that is no single bit, or that equals an earlier one.
 */
export function distinctFlags<Flags extends Readonly<Record<string, number>>>(flags: Flags): Flags {
  let used = 0;
  for (const [name, flag] of Object.entries(flags)) {
    const isBit = flag !== 0 && flag === (flag | 0) && (flag & (flag - 1)) === 0;
    if (!isBit || (used & flag) !== 0) throw new Error(`The flag "${name}" has no bit of its own.`);
    used |= flag;
  }
  return flags;
}

/** The index of a flag's bit: 0 to 31. */
export function bitOf(flag: number): number {
  return 31 - Math.clz32(flag);
}
