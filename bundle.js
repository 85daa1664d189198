/**
 * Puts the compiled modules and the libraries together: to find and read a thousand small files takes longer than
 * anything a command does. `dist/bundle` is as deep as the folders of `dist`, so that paths relative to a module keep
 * their meaning. `node bundle.js SCRIPT FOLDER` does the same with something else that uses the compiled modules.
 */
import { basename } from 'node:path'
import { rolldown } from 'rolldown'

/** What is compiled for the machine stays where it is, and so does what a library can do without. */
const apart = /^(libsql|sharp|@node-rs\/argon2|pg-native|bufferutil|utf-8-validate)(\/|$)/

const [script = 'dist/main.js', folder = 'dist/bundle'] = process.argv.slice(2)

const bundle = await rolldown({
  input: {
    [basename(script, '.js')]: script,
    'sqlite-thread': 'dist/platform/database/sqlite/sqlite-thread.js',
    'markdown-thread': 'dist/chat/markdown/markdown-thread.js',
    'parser-thread': 'dist/platform/parsers/parser-thread.js',
    'docs-try': 'dist/server/docs/docs-try.js',
  },
  cwd: import.meta.dirname,
  platform: 'node',
  external: apart,
})
await bundle.write({
  dir: folder,
  entryFileNames: '[name].js',
  // Without a hash: a process that is running finds its parts after another build.
  chunkFileNames: '[name].js',
  sourcemap: true,
})
await bundle.close()
