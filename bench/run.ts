import { writeFileSync } from 'node:fs'
import { adviceFor, arePackagesInstalled, browsers, isInstalled } from '../test/debian-packages.js'
import { benchCalls } from './calls.ts'
import { benchFanOut, benchSockets } from './fan-out.ts'
import { benchGrowthByConnections, benchGrowthByMessages, benchGrowthBySubscribers } from './growth.ts'
import { benchHostile } from './hostile.ts'
import { benchImport } from './import.ts'
import { benchMemory } from './memory.ts'
import { benchMix, benchMixOfPolls } from './mix.ts'
import { benchMove } from './move.ts'
import { benchNodes } from './nodes.ts'
import { benchPages, benchRegister } from './pages.ts'
import { benchPeers } from './peers.ts'
import { beginBenchmark, say } from './progress.ts'
import { found } from './report.ts'
import { benchSearch } from './search.ts'
import { benchSend } from './send.ts'
import { writeSimulation } from './simulate.ts'
import { benchTelephony } from './telephony.ts'
import { benchWeb } from './web.ts'
import { describeRun, loadNow, type Results, readResults, writeResults } from './write-results.ts'

interface Benchmark {
  run(isSmoke: boolean): Promise<void>
  /** about how long it takes, on two cores */
  seconds: number
  /** programs: any of each list will do */
  needs?: readonly (readonly string[])[]
  /** all of these Debian packages */
  packages?: readonly string[]
  /** only when it is named, and in the smallest size */
  isOptional?: boolean
}

const benchmarks: Record<string, Benchmark> = {
  send: { run: benchSend, seconds: 140 },
  pages: { run: benchPages, seconds: 240 },
  search: { run: benchSearch, seconds: 180 },
  'growth-messages': { run: benchGrowthByMessages, seconds: 110 },
  'growth-subscribers': { run: benchGrowthBySubscribers, seconds: 50 },
  'growth-connections': { run: benchGrowthByConnections, seconds: 50 },
  'fan-out': { run: benchFanOut, seconds: 30 },
  memory: { run: benchMemory, seconds: 60 },
  register: { run: benchRegister, seconds: 30 },
  move: { run: benchMove, seconds: 40 },
  import: { run: benchImport, seconds: 90 },
  telephony: { run: benchTelephony, seconds: 100 },
  sockets: { run: benchSockets, seconds: 20 },
  hostile: { run: benchHostile, seconds: 120 },
  nodes: { run: benchNodes, seconds: 200, needs: [['redis-server']] },
  calls: { run: benchCalls, seconds: 680, needs: [['asterisk'], ['sipp']] },
  web: { run: benchWeb, seconds: 60, needs: [browsers] },
  mix: { run: benchMix, seconds: 500 },
  'mix-polls': { run: benchMixOfPolls, seconds: 500, isOptional: true },
  peers: {
    run: benchPeers,
    seconds: 540,
    packages: ['prosody', 'lua-dbi-sqlite3', 'ejabberd', 'erlang-p1-sqlite3'],
    isOptional: true,
  },
}

const all = Object.keys(benchmarks)
const optional = all.filter((name) => benchmarks[name]!.isOptional)

const usage = `npm run bench -- [--write] [--smoke] [NAMES]
  --write  writes the figures to bench/RESULTS.md, and docs/ten-million-users.md from them
  --smoke  tries the benchmarks in their smallest size: their figures mean nothing
Names: ${all.join(', ')}; without any, all but ${optional.join(' and ')}, which --smoke includes.`

const args = process.argv.slice(2)
const flags = args.filter((word) => word.startsWith('--'))
const named = args.filter((word) => !word.startsWith('--'))
const isSmoke = flags.includes('--smoke')
const isWriting = flags.includes('--write')
/** for the tests: the results of this run as JSON */
const target = flags.find((flag) => flag.startsWith('--json='))?.slice('--json='.length)
const isKnown = (flag: string) => ['--write', '--smoke'].includes(flag) || flag.startsWith('--json=')
if (named.some((name) => !benchmarks[name]) || !flags.every(isKnown) || (isSmoke && isWriting)) {
  console.error(usage)
  process.exit(2)
}
// Servers, folders and databases are removed when this process ends, however it ends.
process.setMaxListeners(0)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const unnamed = isSmoke ? all : all.filter((name) => !optional.includes(name))
const results = await runAll(named.length > 0 ? named : unnamed)
if (target) writeFileSync(target, JSON.stringify(results))
if (isWriting) {
  // Other benchmarks keep their figures, but those that no longer exist have none.
  const merged = { ...readResults(), ...results }
  const kept = all.flatMap((name) => (merged[name] ? [[name, merged[name]] as const] : []))
  writeResults(Object.fromEntries(kept))
  writeSimulation()
  say('\nWritten: bench/latest.json, bench/RESULTS.md and docs/ten-million-users.md')
}
process.exit()

async function runAll(names: readonly string[]): Promise<Results> {
  const done: Results = {}
  for (const [index, name] of names.entries()) {
    const { run, needs, packages } = benchmarks[name]!
    const remaining = names.slice(index).reduce((sum, next) => sum + benchmarks[next]!.seconds, 0)
    beginBenchmark(`${name} (${index + 1} of ${names.length})`, isSmoke ? 0 : remaining)
    const missing = needs?.find((programs) => !programs.some(isInstalled))
    if (missing) {
      say(`skipped without ${missing.join(' or ')}. To run it: ${adviceFor(missing[0]!)}`)
      continue
    }
    if (packages && !arePackagesInstalled(packages)) {
      const list = packages.join(' ')
      say(`skipped without the Debian packages ${list}. To run it: apt-get install ${list}`)
      continue
    }
    found.rows = []
    found.tables = []
    const began = performance.now()
    const loadBefore = loadNow()
    try {
      await run(isSmoke)
    } catch (error) {
      // The others are still worth running.
      say(`${name} failed: ${(error as Error).stack}`)
      process.exitCode = 1
      continue
    }
    const seconds = (performance.now() - began) / 1000
    done[name] = { ...describeRun(), loadBefore, seconds, ...found }
    say(`  done after ${seconds.toFixed(0)} s`)
  }
  return done
}
