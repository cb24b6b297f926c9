/** `node --import ragspan/register app.mjs`: `start()` without touching the code; options come from the environment. */
import { start } from './start.js';

start();
