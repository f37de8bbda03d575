/** Maps a list with some calls at once, in the order of the list. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [index, item] of rest) results[index] = await map(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
