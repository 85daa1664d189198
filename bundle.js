/**
 * Puts the compiled modules together, with the two libraries that consist of hundreds of small ones: loading a
 * thousand files takes longer than anything a command does. `dist/bundle` is as deep as the folders of `dist`, so
 * that paths relative to a module keep their meaning.
 */
import { rolldown } from 'rolldown'

const bundled = /^(\.|\/|kysely|@sinclair\/typebox)/

const bundle = await rolldown({
  input: 'dist/main.js',
  cwd: import.meta.dirname,
  platform: 'node',
  external: (id) => !bundled.test(id) && id !== 'dist/main.js',
})
await bundle.write({
  dir: 'dist/bundle',
  entryFileNames: '[name].js',
  // Without a hash: a process that is running finds its parts after another build.
  chunkFileNames: '[name].js',
  sourcemap: true,
})
await bundle.close()
