import type { Context } from '../../context/context.ts';

/** Makes the id of a mail, as the header `Message-ID` takes it: 16 random bytes at the host of the console. */
export function makeMailId({ randomBytes, alerts }: Context): string {
  const host = alerts.consoleUrl === null ? 'localhost' : new URL(alerts.consoleUrl).hostname;
  return `<${Buffer.from(randomBytes(16)).toString('base64url')}@${host}>`;
}
