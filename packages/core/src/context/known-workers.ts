/** Whether there are workers, as far as this process knows. */
export interface KnownWorkers {
  /** `true` once no worker has been alive for some time, so that jobs wait for one. `false` if that is not known. */
  readonly areMissing: () => boolean;
  readonly setMissing: (areMissing: boolean) => void;
}

/** Creates what a process knows of workers: nothing at first. */
export function createKnownWorkers(): KnownWorkers {
  let missing = false;
  return {
    areMissing: () => missing,
    setMissing(areMissing) {
      missing = areMissing;
    },
  };
}
