/** Trace files are read from Node's streams: this entry needs Node's types too. */
import * as files from 'ragspan/files';

export const kept: unknown = files;
