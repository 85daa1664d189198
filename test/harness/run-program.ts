import { spawn } from 'node:child_process'

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

export interface ProgramOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** for standard input */
  input?: string
}

/** Runs a program to its end without holding up the test runner, which gives up on a thread that is silent for a minute. */
export function runProgram(
  program: string,
  args: readonly string[],
  { input = '', ...options }: ProgramOptions = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options)
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text) => {
        printed[name] += text
      })
    }
    // A program that fails early does not read what it is given.
    child.stdin.on('error', () => {}).end(input)
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, ...printed }))
  })
}
