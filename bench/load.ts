import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './built.ts'
import { installPackages } from './install-packages.ts'
import { type Requests, requestTexts } from './request-texts.ts'

export interface Load {
  perSecond: number
  p50: number
  p99: number
  longest: number
  errors: number
}

/** How many different requests are made before the load begins; then it begins again with the first. */
const DIFFERENT = 20_000

/**
 * Requests of one kind, as fast as they are answered, over many connections. By wrk, since a generator in JavaScript takes as much
 * time for a large answer as the server: then one measures the generator, and both servers seem alike.
 */
export async function load(
  options: Requests & {
    seconds?: number
    connections?: number
    /** Instead of as fast as possible: how long a connection waits before a request, on average and at random. */
    pauseMs?: number
    /** how many different requests `next` can make, if they are limited */
    different?: number
  },
): Promise<Load> {
  installPackages(['wrk'])
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-load-'))
  const file = join(folder, 'requests')
  const next = requestTexts(options)
  const count =
    options.next || options.nextBody ? (options.different ?? DIFFERENT) : (options.paths?.length ?? 1)
  const texts = Array.from({ length: count }, next)
  writeFileSync(file, texts.map((text) => `${Buffer.byteLength(text)}\n${text}`).join(''))
  const connections = options.connections ?? 128
  const output = await run([
    ...['--threads', '1', '--connections', String(connections), '--duration', `${options.seconds ?? 5}s`],
    ...['--timeout', '10s', '--script', join(project, 'bench/load.lua'), options.url, '--', file],
    ...(options.pauseMs === undefined ? [] : [String(options.pauseMs)]),
  ])
  rmSync(folder, { recursive: true })
  const result = /^RESULT (.*)$/m.exec(output)
  if (!result) throw new Error(`wrk said: ${output}`)
  return JSON.parse(result[1]!) as Load
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    process.once('exit', () => child.kill('SIGKILL'))
    let output = ''
    child.stdout.on('data', (bytes) => {
      output += bytes
    })
    child.once('error', failed)
    child.once('close', () => done(output))
  })
}

type WarmUp = { seconds: number; different?: number }

/** The same load on both, alternating, so that the machine's moods hit both alike. */
export async function compare(
  ours: Parameters<typeof load>[0],
  bare: Parameters<typeof load>[0],
  { rounds = 3, warmUp = { seconds: 2 } }: { rounds?: number; warmUp?: WarmUp } = {},
): Promise<{ ours: Load; bare: Load; ratio: number }> {
  const results: { ours: Load; bare: Load }[] = []
  await load({ ...bare, ...warmUp })
  await load({ ...ours, ...warmUp })
  for (let round = 0; round < rounds; round += 1) {
    results.push({ bare: await load(bare), ours: await load(ours) })
  }
  // The median round: one hiccup does not decide.
  results.sort(
    (one, other) => one.ours.perSecond / one.bare.perSecond - other.ours.perSecond / other.bare.perSecond,
  )
  const median = results[Math.floor(results.length / 2)]!
  return { ...median, ratio: median.ours.perSecond / median.bare.perSecond }
}
