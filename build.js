/**
 * `node build.js [STEP...]` builds what has changed since it was built last, by the content of its sources:
 * `npm start` and `npm run serve` begin with it. `--all` builds in any case: for tests, releases and images. `--stale`
 * only names the steps that would run.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = import.meta.dirname
const stamps = join(root, 'dist/.built')
const LOCK_INTERVAL_MS = 100

const steps = {
  server: {
    title: 'the server',
    inputs: ['src', 'bundle.js', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'],
    output: 'dist/bundle/main.js',
    run: buildServer,
  },
  web: {
    title: 'the web app',
    inputs: ['web', 'packages/client/src', 'packages/client/package.json', 'package-lock.json'],
    output: 'dist/web/index.html',
    run: buildWeb,
  },
  bench: {
    title: 'the benchmarks',
    inputs: ['bench', 'src', 'test/harness', 'tsconfig.json', 'package.json', 'package-lock.json'],
    output: 'dist-bench/bench/run.js',
    run: buildBenchmarks,
  },
  client: {
    title: 'packages/client',
    inputs: ['packages/client/src', 'packages/client/tsconfig.json', 'package-lock.json'],
    output: 'packages/client/dist/switchboard-client.js',
    run: buildClient,
  },
}
/** What a server needs. */
const usualSteps = ['server', 'web']

/**
 * Builds the steps that are stale. Processes that want it at the same time take turns. With `acceptTypeErrors`, the
 * program is built in spite of them, but counts as stale.
 */
export function build(names, { all = false, acceptTypeErrors = false } = {}) {
  return runExclusive(async () => {
    for (const name of all ? names : findStale(names)) {
      const { title, inputs, run } = steps[name]
      console.log(`Building ${title}`)
      // Of the sources as they are now: what changes during the build is built next time.
      const digest = digestOf(inputs)
      rmSync(join(stamps, name), { force: true })
      if (!run(acceptTypeErrors)) continue
      mkdirSync(stamps, { recursive: true })
      writeFileSync(join(stamps, name), digest)
    }
  })
}

function findStale(names) {
  return names.filter((name) => {
    const { inputs, output } = steps[name]
    const stamp = join(stamps, name)
    if (!existsSync(join(root, output)) || !existsSync(stamp)) return true
    return readFileSync(stamp, 'utf8') !== digestOf(inputs)
  })
}

/** Not by the time of the files: it also changes when Git writes them again, and need not when they are copied. */
function digestOf(inputs) {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap(listFiles).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return listFiles(`${path}/${entry.name}`)
    return entry.name.endsWith('.test.ts') ? [] : [`${path}/${entry.name}`]
  })
}

/** Returns whether it has no type errors. */
function buildServer(acceptTypeErrors) {
  let isClean = true
  try {
    node(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])
  } catch (error) {
    if (!acceptTypeErrors) throw error
    isClean = false
  }
  node(['bundle.js'])
  return isClean
}

/** The new web app takes the place of the old one at once: a server that starts meanwhile reads one or the other. */
function buildWeb() {
  const built = join(root, 'dist/web')
  const made = `${built}-${process.pid}`
  // As it is shipped: the NODE_ENV of a test would build React for developers.
  const settings = { NODE_ENV: 'production', WEB_OUT: made }
  node(['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], settings)
  if (existsSync(built)) renameSync(built, `${made}-old`)
  renameSync(made, built)
  rmSync(`${made}-old`, { recursive: true, force: true })
  return true
}

function buildBenchmarks() {
  node(['node_modules/typescript/bin/tsc', '-p', 'bench/tsconfig.json'])
  return true
}

function buildClient() {
  node(['node_modules/typescript/bin/tsc', '-p', 'packages/client/tsconfig.json'])
  return true
}

function node(args, settings = {}) {
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } })
}

export async function runExclusive(work) {
  const lock = join(root, 'node_modules/.switchboard-build')
  while (!take(lock)) await new Promise((next) => setTimeout(next, LOCK_INTERVAL_MS))
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** The lock names its process: one that was interrupted during a build does not block the others. */
function take(lock) {
  try {
    symlinkSync(String(process.pid), lock)
    return true
  } catch {
    if (!isRunning(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isRunning(lock) {
  try {
    return process.kill(Number(readlinkSync(lock)), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function runCommand(args) {
  const flags = args.filter((word) => word.startsWith('--'))
  const named = args.filter((word) => !word.startsWith('--'))
  const unknown = [
    ...flags.filter((flag) => !['--all', '--stale'].includes(flag)),
    ...named.filter((name) => !steps[name]),
  ]
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
  const names = named.length > 0 ? named : usualSteps
  if (!flags.includes('--stale')) await build(names, { all: flags.includes('--all') })
  else for (const name of findStale(names)) console.log(name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await runCommand(process.argv.slice(2))
  } catch (error) {
    // A compiler that failed has said why.
    if (error.status === undefined) console.error(error.message)
    process.exitCode = 1
  }
}
