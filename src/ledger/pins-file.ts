/** Pins as an operator hands them over: an incident file, or the pins alone. */
import { IncidentError } from '../incidents/incident-error.js';
import { messageFromJson } from '../proto/messages.js';
import type { IncidentMessage } from '../proto/messages.generated.js';
import { VOIDING_PINS, type VoidingPins } from './pin-changes.js';

/** Pins that a file may name beside those that void: they are read over. */
const OTHER_PINS = ['input_sha256', 'model', 'parameters', 'config_sha256'];

/**
 * Takes JSON names in either spelling (`topK`, `top_k`). `openIncident` verifies the file when it is
 * an incident. Throws an IncidentError that names file and key.
 */
export function readPins(
  text: string,
  name: string,
  openIncident: (text: string, name: string) => IncidentMessage,
): VoidingPins {
  const refuse = (problem: string): IncidentError =>
    new IncidentError(
      `${name}: ${problem}`,
      `Name an incident, or a JSON object with some of ${VOIDING_PINS.join(', ')}.`,
    );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refuse(`is no JSON: ${(error as Error).message}`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw refuse('is no JSON object');
  if ('triple' in json) return voidingPins(openIncident(text, name).pins ?? {});
  const unknown = Object.keys(json).find((key) => ![...VOIDING_PINS, ...OTHER_PINS].includes(snake(key)));
  if (unknown !== undefined) throw refuse(`${JSON.stringify(unknown).slice(0, 60)} is no pin`);
  let pins: VoidingPins;
  try {
    pins = voidingPins(messageFromJson('Incident', JSON.stringify({ pins: json })).pins ?? {});
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (Object.keys(pins).length === 0) throw refuse('names none of the pins that void a pairing');
  return pins;
}

function voidingPins(pins: VoidingPins): VoidingPins {
  return Object.fromEntries(VOIDING_PINS.flatMap((pin) => (pins[pin] === undefined ? [] : [[pin, pins[pin]]])));
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
