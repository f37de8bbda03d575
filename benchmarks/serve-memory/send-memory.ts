// Loaded before the server: sends its memory in bytes on each message, before and after a garbage collection.

/** The memory of a process in bytes. */
export interface ServerMemory {
  /** Before the garbage collection. */
  readonly before: NodeJS.MemoryUsage;
  readonly after: NodeJS.MemoryUsage;
}

process.on('message', () => {
  const before = process.memoryUsage();
  globalThis.gc?.();
  const memory: ServerMemory = { before, after: process.memoryUsage() };
  process.send?.(memory);
});
process.once('disconnect', () => process.exit());
