// Compiles services without type checks, as the tests do. Arguments: folders that contain `src` and get `dist`.
import { transformFile } from '@swc/core';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import options from './swc.json' with { type: 'json' };

const transpile = async (service) => {
  // `tsc -b` does not write files that it regards as unchanged.
  for (const output of ['dist', 'tsconfig.tsbuildinfo'])
    rmSync(join(service, output), { recursive: true, force: true });
  const sources = globSync(join(service, 'src/**/*.ts'), { exclude: (path) => /\.test\.ts$|\/testing$/.test(path) });
  await Promise.all(
    sources.map(async (source) => {
      const output = join(service, 'dist', relative(join(service, 'src'), source)).replace(/\.ts$/, '.js');
      mkdirSync(dirname(output), { recursive: true });
      const maps = { sourceMaps: true, inlineSourcesContent: false, sourceFileName: relative(dirname(output), source) };
      const { code, map } = await transformFile(source, { ...options, ...maps });
      writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
      writeFileSync(`${output}.map`, map);
    }),
  );
};

await Promise.all(process.argv.slice(2).map(transpile));
