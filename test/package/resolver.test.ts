/**
 * Neither line's users meet a resolver conflict. npm resolves even an optional peer to its newest
 * version before it looks at what is asked for: a range that spans both lines drags in API 1.10 on
 * the one, or 1.9 on the other, and the install fails. So the API alone is a peer, and the SDK
 * packages stand in peerDependenciesMeta without a range.
 */
import { inject } from 'vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyProject, LINES, type Project } from './project.ts';

describe.each(LINES)('npm on $name', ({ node, sdk, whole }) => {
  let project: Project;
  beforeEach(async () => {
    project = await emptyProject(node);
  });
  afterEach(() => project.remove());

  const resolve = async (...packages: string[]): Promise<string> => {
    const { status, output } = await project.npm(['install', '--package-lock-only', '--ignore-scripts', ...packages]);
    return status === 0 ? 'resolved' : output;
  };

  it('installs the package alone', async () => {
    expect(await resolve(inject('tarball'))).toBe('resolved');
  });

  it('installs it together with the SDK', async () => {
    expect(await resolve(inject('tarball'), ...sdk)).toBe('resolved');
  });

  it('installs it into a project that has the SDK, and the SDK into one that has it', async () => {
    expect(await resolve(...sdk)).toBe('resolved');
    expect(await resolve(inject('tarball'))).toBe('resolved');
    const other = await emptyProject(node);
    try {
      await other.npm(['install', '--package-lock-only', '--ignore-scripts', inject('tarball')]);
      const { status, output } = await other.npm(['install', '--package-lock-only', '--ignore-scripts', ...sdk]);
      expect(status === 0 ? 'resolved' : output).toBe('resolved');
    } finally {
      other.remove();
    }
  });

  it('installs it beside NodeSDK and auto-instrumentation', async () => {
    expect(await resolve(inject('tarball'), ...whole)).toBe('resolved');
  });
});
