import type { MailStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import { claimNext } from '../sending/claim-next.ts';
import type { Runner } from '../work.ts';
import { beginMail } from './claim-mail.ts';
import { endDigest, endMail } from './end-mail.ts';

/** The mails of a store. */
export function mailStore(builder: QueryBuilder, runner: Runner): MailStore {
  const { write } = runner;
  return {
    claim: (claim) => claimNext(builder, runner, 'sitegrade_mails', claim, beginMail),
    end: async (lease, outcome, now) =>
      isId(lease.id)
        ? write(() => endMail(builder, lease, outcome, now))
        : { isEnded: false, isRefused: false },
    endDigest: async (digest) =>
      isId(digest.recipientId) ? write(() => endDigest(builder, digest)) : 'taken',
  };
}
