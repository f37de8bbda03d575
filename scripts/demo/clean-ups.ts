/** What has to be undone before the demo may end. */
export interface CleanUps {
  /** Adds something to undo. */
  add(undo: () => unknown): void;
  /** Undoes everything, the last first. Nothing is undone twice. */
  run(): Promise<void>;
}

/** Makes an empty list of things to undo. */
export function createCleanUps(): CleanUps {
  const undos: (() => unknown)[] = [];
  return {
    add: (undo) => undos.push(undo),
    run: async () => {
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
    },
  };
}
