import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** Makes the secret of a webhook: `whsec_` and 32 random bytes in base64, as Standard Webhooks writes it. */
export function makeSecret(randomBytes: (size: number) => Uint8Array): string {
  return secretPrefix + Buffer.from(randomBytes(secretBytes)).toString('base64');
}

/** A message to sign. */
interface MessageToSign {
  readonly messageId: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * The headers of a message, as Standard Webhooks defines them: its id, the time of this attempt in seconds, and a
 * signature with each secret, `v1` (HMAC-SHA256 of id, time and body).
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { messageId, sentAt, body }: MessageToSign,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    const signed = `${messageId}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Makes the id of a message: `msg_` and 16 random bytes. */
export function makeMessageId(randomBytes: (size: number) => Uint8Array): string {
  return `msg_${Buffer.from(randomBytes(16)).toString('base64url')}`;
}
