/** `npm run dashboard`: writes the Grafana dashboard that collector-config/grafana/dashboard.ts describes. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dashboardFile } from '../collector-config/grafana/dashboard.ts';

const path = fileURLToPath(new URL('../collector-config/grafana/dashboards/ragspan.json', import.meta.url));
writeFileSync(path, dashboardFile());
console.log(path);
