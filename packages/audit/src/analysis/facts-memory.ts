import type { CpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import { factCharacters } from '../page/facts/fact-budget.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { PageUrls } from '../readings/page-urls.ts';
import { baseMemory, memoryOfFacts } from './analysis-memory.ts';

const bytesPerCharacter = 2;
const sliceMs = 2;

/**
 * Estimates the bytes that the facts and URLs of a page take. Large pages made of real ones take half of
 * what a page of their size may take (the median). Small pages are not measured: what they take is within the
 * base of their analysis.
 */
export async function factsMemory(
  page: PageFacts,
  { links, otherLinks, resources }: PageUrls,
  cpu: CpuAccount,
): Promise<number> {
  const limit = memoryOfFacts(page.bytes);
  if (limit <= baseMemory.bytes) return limit;
  const slices = takeSlices(sliceMs, cpu);
  let characters = 0;
  const left: object[] = [page];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (slices.isOver()) await slices.next();
    characters += factCharacters;
    const entries = next instanceof Map || next instanceof Set ? [...next] : Object.values(next);
    for (const entry of entries) {
      if (typeof entry === 'string') characters += entry.length;
      else if (typeof entry === 'object' && entry !== null) left.push(entry);
    }
  }
  for (const { url } of [...links, ...otherLinks, ...resources]) {
    // The URL and its comparable form.
    characters += 2 * (factCharacters + (url?.href.length ?? 0));
  }
  return Math.min(characters * bytesPerCharacter, limit);
}
