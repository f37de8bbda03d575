import { describeStore } from '@sitegrade/testing';
import { emptyStores } from '../test/empty-stores.ts';

describeStore('postgresStore', {
  // postgres-store.soak.test.ts has more.
  runs: 1,
  ...emptyStores(),
});
