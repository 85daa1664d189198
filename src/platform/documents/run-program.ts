import { spawn, spawnSync } from 'node:child_process'

/** The Debian packages of the programs that convert documents and speak. */
const packages = {
  gs: 'ghostscript',
  tiffinfo: 'libtiff-tools',
  tiff2pdf: 'libtiff-tools',
  'espeak-ng': 'espeak-ng',
} as const

export type ProgramName = keyof typeof packages

/** The operator has to install a package. */
export class ProgramMissing extends Error {
  constructor(program: ProgramName) {
    const what = program === 'espeak-ng' ? 'Text cannot be spoken' : 'Documents cannot be converted'
    super(`${what}: the package ${packages[program]} is not installed on the server`)
  }
}

/** The program could not process the document, at least not within its limits. */
export class ProgramFailed extends Error {}

export interface ProgramRun {
  /** file names are relative to it, so that none can be mistaken for an option */
  readonly folder: string
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
}

const MAX_OUTPUT_BYTES = 1_048_576
/** in units of 1024 bytes */
const MAX_MEMORY = 1_048_576
/** in units of 512 bytes */
const MAX_FILE_BYTES = 1_048_576
const NOT_FOUND = 127

/**
 * The document is untrusted: the program gets limited memory and time, and not our environment, which holds secrets.
 * The limits hold even if this process dies.
 */
const confined =
  'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3; ' +
  'exec /usr/bin/env -i PATH="$PATH" TMPDIR=. HOME=. "$@"'

/** Whether all of these programs are installed. */
export function areInstalled(...programs: ProgramName[]): boolean {
  const find = 'for program; do command -v "$program" >/dev/null || exit 1; done'
  return spawnSync('/bin/sh', ['-c', find, 'sh', ...programs], { stdio: 'ignore' }).status === 0
}

/** Resolves with its standard output. */
export function runProgram(
  program: ProgramName,
  args: readonly string[],
  { folder, seconds, signal }: ProgramRun,
): Promise<string> {
  const limits = [seconds, MAX_MEMORY, MAX_FILE_BYTES].map(String)
  const child = spawn('/bin/sh', ['-c', confined, 'sh', ...limits, program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  let output = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.length > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-1000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new ProgramFailed(`${program} was stopped: ${error.message}`)))
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else if (code === NOT_FOUND) reject(new ProgramMissing(program))
      else if (code === null) reject(new ProgramFailed(`${program} took too long or wanted too much`))
      else reject(new ProgramFailed(`${program} failed: ${complaint.trim()}`))
    })
  })
}
