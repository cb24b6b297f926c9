/** What an entry of the package weighs in an application: bundled, minified, gzip; packages apart. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export async function entrySize(entry: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    outdir: 'out',
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  const outputs = Object.entries(metafile.outputs);
  const loaded = new Set<string>();
  const visit = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      // What a dynamic import brings is loaded only when it is needed.
      if (kind === 'import-statement' && external !== true) visit(next);
    }
  };
  for (const [path, { entryPoint }] of outputs) if (entryPoint === entry) visit(path);
  const bytes = outputs.flatMap(([path], index) =>
    loaded.has(path) ? [outputFiles[index]?.contents ?? new Uint8Array()] : [],
  );
  if (bytes.length === 0) throw new Error(`${entry} is no entry of its bundle`);
  return gzipSync(Buffer.concat(bytes)).length;
}
