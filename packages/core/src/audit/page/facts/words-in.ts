/** Words of one attribute that a fact keeps: far more than a meaningful value has. */
const most = 32;

/** The words of an attribute's value. */
export function wordsIn(value: string | null): readonly string[] {
  return (value ?? '').split(/[\t\n\f\r ]+/).filter((word) => word !== '');
}

/** The first 32 {@link wordsIn} a value. */
export function firstWords(value: string | null): readonly string[] {
  const words = wordsIn(value);
  return words.length > most ? words.slice(0, most) : words;
}
