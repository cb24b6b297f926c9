/** A process that writes incidents: `create DIR SOURCE NOTE`, or `note PATH NAME TIMES`. */
import { createIncident, readIncident, updateIncident } from '../../src/incidents/incident-file.js';
import { textHash } from '../../src/model/digest.js';

const hash = textHash();
const [action, place = '', name = '', times = '1'] = process.argv.slice(2);

if (action === 'create') {
  const incident = await readIncident(name, hash);
  await createIncident(place, { ...incident, notes: [times] }, hash);
} else {
  for (let count = 0; count < Number(times); count += 1) {
    await updateIncident(place, hash, (one) => ({ ...one, notes: [...(one.notes ?? []), `${name}-${count}`] }));
    process.stdout.write('.');
  }
}
