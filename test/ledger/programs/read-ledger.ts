/** Reads a ledger and says what it found and what that took: `FILE`. */
import { readLedger } from '../../../src/ledger/read-ledger.js';
import { textHash } from '../../../src/model/digest.js';

const [path = ''] = process.argv.slice(2);
const { state } = await readLedger(path, textHash());
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({ entries: state.entries, incidents: state.incidents.size, maxRssMb: Math.round(maxRSS / 1024) }),
);
