import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildSwitchboard, root } from './build-switchboard.ts'
import type { Place } from './engines.ts'

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  /** where the data is; without it, what `environment` says */
  place?: Place
  environment?: Record<string, string>
  /** for standard input */
  input?: string
  /** another checkout, whose build is run as it is */
  folder?: string
}

/** Runs a command of the built program to its end. */
export async function runSwitchboard(args: string[], options: RunOptions = {}): Promise<Finished> {
  if (!options.folder) await buildSwitchboard()
  const { child, finished } = start(args, options)
  child.stdin?.end(options.input ?? '')
  return finished
}

export interface StartedCommand {
  pid: number
  stderr(): string
  /** Ends it as a power cut would. */
  kill(): Promise<Finished>
  finished: Promise<Finished>
}

/** Runs a command of the built program, which the test watches or ends. */
export async function startCommand(args: string[], options: RunOptions = {}): Promise<StartedCommand> {
  await buildSwitchboard()
  const { child, finished, soFar } = start(args, options)
  child.stdin?.end()
  return {
    pid: child.pid!,
    stderr: () => soFar.stderr,
    kill() {
      child.kill('SIGKILL')
      return finished
    },
    finished,
  }
}

export interface RunningSwitchboard {
  url: string
  pid: number
  /** what it has printed so far */
  stdout(): string
  stderr(): string
  /** Asks it to stop, and resolves when it has. */
  stop(signal?: NodeJS.Signals): Promise<Finished>
  /** Ends it as a power cut would. */
  kill(): Promise<Finished>
}

/** The built server on a free port, ready to answer. */
export async function startSwitchboard(
  args: string[] = [],
  options: RunOptions = {},
): Promise<RunningSwitchboard> {
  if (!options.folder) await buildSwitchboard()
  const { child, finished, soFar } = start(['serve', '--port', '0', ...args], options)
  child.stdin?.end()
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return finished
  }
  try {
    return {
      url: await untilItAnswers(child, soFar),
      pid: child.pid!,
      stdout: () => soFar.stdout,
      stderr: () => soFar.stderr,
      stop: (signal = 'SIGTERM') => end(signal),
      kill: () => end('SIGKILL'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

function start(args: string[], { place, environment, folder = root }: RunOptions) {
  const child = spawn(process.execPath, [join(folder, 'bin/switchboard.js'), ...args], {
    // Not the environment of the tests: their settings must not leak into the program.
    env: {
      PATH: process.env.PATH,
      SPEECH: 'no',
      ...(place && { DATA_DIR: place.dataDir }),
      ...(place?.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      ...environment,
    },
  })
  const soFar = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    soFar.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    soFar.stderr += text
  })
  // A command that fails early does not read what it is given.
  child.stdin.on('error', () => {})
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...soFar }))
  })
  return { child, finished, soFar }
}

async function untilItAnswers(
  child: ChildProcess,
  soFar: { stdout: string; stderr: string },
): Promise<string> {
  for (let attempt = 0; attempt < 1200 && child.exitCode === null; attempt += 1) {
    const url = /listens on (http:\S+)/.exec(soFar.stdout)?.[1]
    if (url && (await fetch(`${url}/health`).catch(() => undefined))?.ok) return url
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error(`The server did not start (exit code ${child.exitCode}):\n${soFar.stdout}${soFar.stderr}`)
}
