/** Removes an entry, mostly the last one, for which `splice` takes several times as long. */
export function removeAt<Item>(list: Item[], index: number): Item | undefined {
  return index === list.length - 1 ? list.pop() : list.splice(index, 1)[0];
}
