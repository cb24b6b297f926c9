/** Says what the producer side may capture, in a process that nobody judges in. */
import { setCaptureSwitch } from '../model/capture-switch.js';
import { readOptions, type Environment } from './read-options.js';
import type { RagspanOptions, Settings } from './settings.js';

/**
 * For applications whose spans are judged elsewhere (the Collector plugin, trace files): reads the
 * option table and tells `retrieval()`, `assembly()`, `generation()` whether text goes on spans and
 * under which key to hash. No text is kept on span objects. `start()` and `RagspanProcessor` do the
 * same by themselves.
 */
export function configure(options: RagspanOptions = {}, environment?: Environment): Settings {
  const settings = readOptions(options, environment);
  sayCapture(settings, false);
  return settings;
}

/** `privateText`: a processor of this process reads the text, so it stays on the span object. */
export function sayCapture(settings: Settings, privateText: boolean): void {
  setCaptureSwitch({ content: settings.captureContent, hashKey: settings.hashKey, privateText });
}
