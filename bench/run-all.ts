import { benchContactList } from './contact-list.ts'
import { benchExtensionCreate } from './extension-create.ts'
import { benchExtensionList } from './extension-list.ts'
import { benchFanOut } from './fan-out.ts'
import { benchFetch } from './fetch.ts'
import { growthBenches } from './growth.ts'
import { benchImport } from './import.ts'
import { benchMemory } from './memory.ts'
import { benchMix } from './mix.ts'
import { benchMove } from './move.ts'
import { benchNodes } from './nodes.ts'
import { benchPeers } from './peers.ts'
import { beginBench, endProgress, say } from './progress.ts'
import { benchRegister } from './register.ts'
import { plots, rows, tables } from './report.ts'
import { describeCommit, describeMachine, keepResult, loadNow, readResults } from './results.ts'
import { benchSearch } from './search.ts'
import { benchSend } from './send.ts'
import { benchSocketFanOut } from './socket-fan-out.ts'
import { benchSubscribers } from './subscribers.ts'
import { benchWeb } from './web.ts'
import { writeResults } from './write-results.ts'

interface Options {
  isQuick: boolean
  least?: number
  most?: number
  keptIn?: string
}

interface Bench {
  run(options: Options): Promise<void>
  /** how long it takes when nobody has measured it yet */
  seconds: number
}

const benches: Record<string, Bench> = {
  send: { run: benchSend, seconds: 60 },
  fetch: { run: benchFetch, seconds: 300 },
  search: { run: ({ isQuick }) => benchSearch(isQuick ? 20_000 : 1_000_000), seconds: 600 },
  'fan-out': { run: benchFanOut, seconds: 60 },
  move: { run: ({ isQuick }) => benchMove(isQuick ? 5000 : 200_000), seconds: 180 },
  import: { run: ({ isQuick }) => benchImport(isQuick ? 5000 : 1_000_000), seconds: 600 },
  register: { run: () => benchRegister(), seconds: 60 },
  subscribers: { run: () => benchSubscribers(), seconds: 60 },
  memory: { run: benchMemory, seconds: 90 },
  web: { run: () => benchWeb(), seconds: 90 },
  'extension-list': { run: ({ isQuick }) => benchExtensionList(isQuick ? 20_000 : 100_000), seconds: 120 },
  'contact-list': { run: () => benchContactList(), seconds: 90 },
  'extension-create': { run: () => benchExtensionCreate(), seconds: 50 },
  'socket-fan-out': { run: () => benchSocketFanOut(), seconds: 30 },
  nodes: { run: benchNodes, seconds: 240 },
  peers: { run: benchPeers, seconds: 900 },
  'growth-messages': { run: growthBenches.messages, seconds: 900 },
  'growth-subscribers': { run: growthBenches.subscribers, seconds: 240 },
  'growth-connections': { run: growthBenches.connections, seconds: 240 },
  mix: { run: (options) => benchMix('stream', options), seconds: 900 },
  'mix-polls': { run: (options) => benchMix('poll', options), seconds: 900 },
}

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = [...named.filter((name) => !benches[name]), ...flags.filter((flag) => !isKnown(flag))]
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}.\nnpm run bench -- [--write] [--plot] [--quick] [--least=N] [--most=N] [--keep=FOLDER] [names]`,
  )
  console.error(`Names: ${Object.keys(benches).join(', ')}; without any, all of them.`)
  process.exit(2)
}
if (flags.includes('--quick') && flags.includes('--write')) {
  console.error('--quick is for trying the benches: its figures are not written.')
  process.exit(2)
}
const least = optionOf('least')
const most = optionOf('most')
const keptIn = optionOf('keep')
const options: Options = {
  isQuick: flags.includes('--quick'),
  ...(least !== undefined && { least: Number(least) }),
  ...(most !== undefined && { most: Number(most) }),
  ...(keptIn !== undefined && { keptIn }),
}
// Servers, folders and load generators are let go of when this process ends, however it ends.
process.setMaxListeners(0)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

if (!flags.includes('--plot')) await runAll(named.length > 0 ? named : Object.keys(benches))
if (flags.includes('--write') || flags.includes('--plot')) {
  writeResults(readResults(), Object.keys(benches))
  say('\nWritten: bench/latest.md, bench/plots, and the figures in bench/RESULTS.md')
}
process.exit(process.exitCode ?? 0)

async function runAll(names: readonly string[]): Promise<void> {
  const before = readResults()
  const expected = (name: string) => before[name]?.seconds ?? benches[name]!.seconds
  for (const [index, name] of names.entries()) {
    const left = names.slice(index).reduce((sum, next) => sum + expected(next), 0)
    beginBench(`${name} (${index + 1} of ${names.length})`, left)
    const [firstRow, firstTable, firstPlot] = [rows.length, tables.length, plots.length]
    const began = performance.now()
    const loadBefore = loadNow()
    try {
      await benches[name]!.run(options)
    } catch (error) {
      // The others are still worth running.
      say(`${name} failed: ${(error as Error).stack}`)
      process.exitCode = 1
      continue
    }
    if (!flags.includes('--write')) continue
    keepResult(name, {
      machine: describeMachine(),
      commit: describeCommit(),
      loadBefore,
      seconds: (performance.now() - began) / 1000,
      rows: rows.slice(firstRow),
      tables: tables.slice(firstTable),
      plots: plots.slice(firstPlot),
    })
  }
  endProgress()
}

function optionOf(name: string): string | undefined {
  return flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3)
}

function isKnown(flag: string): boolean {
  return ['--write', '--plot', '--quick'].includes(flag) || /^--(least|most|keep)=./.test(flag)
}
