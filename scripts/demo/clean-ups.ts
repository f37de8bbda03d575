/** Clean-ups to run before the demo ends. */
export interface CleanUps {
  /** Adds a clean-up. */
  add(undo: () => unknown): void;
  /** Runs every clean-up once, the last first. */
  run(): Promise<void>;
}

/** Creates an empty list of clean-ups. */
export function createCleanUps(): CleanUps {
  const undos: (() => unknown)[] = [];
  return {
    add: (undo) => undos.push(undo),
    run: async () => {
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
    },
  };
}
