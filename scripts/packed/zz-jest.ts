import { startSampleSite } from '@sitegrade/example-sample-site';
import { hosts, tryHost } from '/work/wt/packaging/scripts/packed/try-hosts.ts';
const site = await startSampleSite();
try { await tryHost({...hosts[0]!, programs: []}, process.argv[2]!, `${site.url}/prices`); console.log('ok') } catch (e) { console.log(e instanceof Error ? e.message : e) }
await site.close();
