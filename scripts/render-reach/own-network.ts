import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * A script that sets up a new network, and runs its arguments in it. All addresses of the world are this machine's.
 * The pair of interfaces makes it look connected: WebRTC uses none that is loopback.
 */
export const setUpNetwork = `set -e
ip link set lo up
ip link add own0 type veth peer name own1
ip link set own0 up
ip link set own1 up
ip addr add 8.8.7.7/32 dev own0
ip -6 addr add 2606:4700::7/128 dev own0 nodad
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
ip route add default dev own0
ip -6 route add default dev own0
exec "$@"`;

/** What this needs of a machine, so that tests need no other one. */
export interface NetworkMachine {
  readonly platform: NodeJS.Platform;
  /** Whether a command succeeds. */
  readonly succeeds: (file: string, ...args: readonly string[]) => boolean;
  readonly canInstall: boolean;
}

/**
 * Installs Debian's package of `ip` if it is missing.
 *
 * @throws Error with what is missing for a network of one's own.
 */
export function requireNetwork({ platform, succeeds, canInstall }: NetworkMachine = here()): void {
  if (platform !== 'linux') throw new Error('A separate network needs Linux.');
  if (!succeeds('unshare', '-rn', 'true'))
    throw new Error(
      'unshare -rn does not work here. It needs util-linux, and root or user namespaces for this user.',
    );
  const hasIp = () => succeeds('ip', '-V');
  if (!hasIp() && canInstall) {
    succeeds('apt-get', 'update', '-qq');
    succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'iproute2');
  }
  if (!hasIp()) throw new Error('ip is missing (on Debian: apt-get install iproute2).');
  if (!succeeds('unshare', '-rn', 'sh', '-c', setUpNetwork, 'sh', 'true'))
    throw new Error(
      'The network could not be set up: the kernel needs pairs of interfaces (veth).',
    );
}

function here(): NetworkMachine {
  const env = {
    ...process.env,
    PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
    DEBIAN_FRONTEND: 'noninteractive',
  };
  return {
    platform: process.platform,
    succeeds: (file, ...args) => spawnSync(file, args, { env, stdio: 'ignore' }).status === 0,
    canInstall: process.getuid?.() === 0 && existsSync('/etc/debian_version'),
  };
}
