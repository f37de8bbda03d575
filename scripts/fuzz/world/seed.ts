import fc from 'fast-check';

/** A report that an owner has from the start, kept without any analysis. */
export interface SeedReport {
  readonly domain: string;
  readonly path: string;
  readonly title: string | null;
  readonly score: number;
}

/** What an owner has from the start. */
export interface Seed {
  readonly reports: readonly SeedReport[];
  /** Privacy of the websites, in turn. 2 comes with a password. */
  readonly privacies: readonly number[];
}

const domains = ['example.com', 'example.com:8080', 'xn--mnchen-3ya.de', 'a.test', 'b.test'];
const paths = ['/', '/a', '/A_b%20c', '/100%', '/%C3%BC', '/?q=1&page=2', '/日本語'];

/** Few domains, paths and scores, so that there are ties and pages to turn. */
export const anySeed: fc.Arbitrary<Seed> = fc.record({
  reports: fc.array(
    fc.record({
      domain: fc.constantFrom(...domains),
      path: fc.constantFrom(...paths),
      title: fc.option(fc.constantFrom('A title', '', '<b>"', '日本語 \u{1F600}')),
      score: fc.oneof(fc.constantFrom(0, 50, 80, 100), fc.nat({ max: 100 })),
    }),
    { maxLength: 24, size: 'max' },
  ),
  privacies: fc.array(fc.constantFrom(1, 0, 2), { minLength: 1, maxLength: 4 }),
});
