/** Processes that run at the same time and are killed one after the other. */
export const killedInARound = 4;

/**
 * How many rounds of them. Enough to notice a rule that is gone; to look for what is rarer say
 * `SITEGRADE_KILLS=60`, the number of processes in all.
 */
export const killRounds = Math.max(
  1,
  Math.ceil(Number(process.env.SITEGRADE_KILLS ?? killedInARound) / killedInARound),
);

/** Milliseconds that all rounds may take, on whatever machine. */
export const killTimeoutMs = 60_000 + 30_000 * killRounds;
