import { describeStore } from '@sitegrade/testing';
import { emptyStores } from '../test/empty-stores.ts';

describeStore('postgresStore, in many histories', { runs: 10, ...emptyStores() });
