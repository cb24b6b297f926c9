/** An image is pinned by an exact version (three numbers), with or without a digest; nothing floats. */
export function pinFault(image: string): string[] {
  const [, name = '', tag, digest] = /^([^:@]+(?::\d+\/[^:@]+)?)(?::([^@]+))?(?:@(.+))?$/.exec(image) ?? [];
  if (tag === undefined || !/^v?\d+\.\d+\.\d+(-[\w.]+)*$/.test(tag)) return [`${image}: not pinned to a version`];
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) return [`${name}: ${digest} is no digest`];
  return [];
}
