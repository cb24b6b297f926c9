/** In a bundle the SDK cannot be found by name: it is handed in. */
import * as contextAsyncHooks from '@opentelemetry/context-async-hooks';
import * as core from '@opentelemetry/core';
import * as exporter from '@opentelemetry/exporter-trace-otlp-http';
import * as resources from '@opentelemetry/resources';
import * as sdkTrace from '@opentelemetry/sdk-trace';
import { assembly, generation, retrieval, run, start } from 'ragspan';
import { ask } from './ask.mjs';

const ragspan = start({
  packages: {
    '@opentelemetry/sdk-trace': sdkTrace,
    '@opentelemetry/context-async-hooks': contextAsyncHooks,
    '@opentelemetry/core': core,
    '@opentelemetry/resources': resources,
    '@opentelemetry/exporter-trace-otlp-http': exporter,
  },
});
void ask({ assembly, generation, retrieval, run }).then(async (answer) => {
  console.log(answer);
  await ragspan.shutdown();
});
