import { describe, expect, it } from 'vitest';
import { type NetworkMachine, requireNetwork } from './own-network.ts';

/** A machine where commands succeed whose line begins so, and where `apt-get install` adds `ip`. */
function machine(works: readonly string[], changes: Partial<NetworkMachine> = {}) {
  const commands: string[] = [];
  const found = [...works];
  const of: NetworkMachine = {
    platform: 'linux',
    canInstall: true,
    succeeds(file, ...args) {
      const line = [file, ...args].join(' ');
      commands.push(line);
      if (line.startsWith('apt-get install')) found.push('ip');
      return found.some((command) => line.startsWith(command));
    },
    ...changes,
  };
  return { of, commands };
}

describe('requireNetwork', () => {
  it('accepts a machine that has all', () => {
    const { of, commands } = machine(['unshare', 'ip']);
    requireNetwork(of);
    expect(commands.filter((line) => line.startsWith('apt-get'))).toEqual([]);
  });

  it('installs ip where it may', () => {
    const { of, commands } = machine(['unshare']);
    requireNetwork(of);
    expect(commands.some((line) => line.endsWith(' iproute2'))).toBe(true);
  });

  it.each([
    ['needs Linux', machine(['unshare', 'ip'], { platform: 'darwin' })],
    ['unshare -rn does not work', machine(['ip'])],
    ['ip is missing', machine(['unshare'], { canInstall: false })],
    ['could not be set up', machine(['unshare -rn true', 'ip'])],
  ])('says: %s', (message, { of }) => {
    expect(() => requireNetwork(of)).toThrow(message);
  });
});
