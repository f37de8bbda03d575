/** Processes that run at the same time and are killed one after the other. */
export const killedInARound = 4;

/**
 * Number of rounds. Enough to detect a missing guard; to search for rarer faults set `SITEGRADE_KILLS=60`,
 * the number of processes in total.
 */
export const killRounds = Math.max(
  1,
  Math.ceil(Number(process.env.SITEGRADE_KILLS ?? killedInARound) / killedInARound),
);

/** Time limit of all rounds in milliseconds, on any machine. */
export const killTimeoutMs = 300_000 + 30_000 * killRounds;
