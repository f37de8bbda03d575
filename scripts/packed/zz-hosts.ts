import { mkdtempSync } from 'node:fs';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { createHost, hosts, tryHost } from '/work/wt/packaging/scripts/packed/try-hosts.ts';
import { packPackages } from '/work/wt/packaging/scripts/packed/pack-packages.ts';
const folder = mkdtempSync('/tmp/packaging/p-');
console.log(folder);
const site = await startSampleSite();
const packages = packPackages(folder);
const t=()=>new Date().toISOString().slice(14,19);
for (const host of hosts) { if (process.argv[2] && host.name!==process.argv[2]) continue; console.log(t(),host.name); const c = createHost(host, packages, folder); console.log(t(),'installed'); try { await tryHost(host, c, `${site.url}/prices`); console.log(t(),'ok') } catch (e) { console.log(e instanceof Error ? e.message : e) } }
await site.close();
