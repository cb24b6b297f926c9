/** The programs of the tests: built, unless they are as they were, and Debian's packages installed where that is allowed. */
import type { TestProject } from 'vitest/node';
import { buildDistribution, buildJaeger } from '../../scripts/go-programs.js';
import { findProgram, installMissing } from '../../scripts/stack/debian.js';

export interface Programs {
  readonly collector: string;
  readonly gateway: string;
  readonly jaeger: string;
  readonly monitoring: { readonly prometheus: string; readonly alertmanager: string } | undefined;
  /** Why there is no monitoring. */
  readonly missing: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    programs: Programs;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const { path: collector } = await buildDistribution('default');
  const { path: gateway } = await buildDistribution('gateway');
  const { path: jaeger } = await buildJaeger();
  const missing = await installMissing();
  const prometheus = findProgram('prometheus');
  const alertmanager = findProgram('alertmanager');
  const isThere = prometheus !== undefined && alertmanager !== undefined;
  if (missing !== undefined) console.warn(`skipping the tests that need Prometheus: ${missing}`);
  project.provide('programs', {
    collector,
    gateway,
    jaeger,
    monitoring: isThere ? { prometheus, alertmanager } : undefined,
    missing,
  });
}
