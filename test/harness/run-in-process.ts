import { Readable } from 'node:stream'
import { format } from 'node:util'
import { main } from '../../src/main.ts'
import type { Finished, RunOptions } from './run-switchboard.ts'

/**
 * Runs a command in this process, for a tenth of the cost of a new one. Use it where another test has shown that the
 * built program does the same. One at a time: it replaces globals of the process.
 */
export async function runInProcess(
  args: string[],
  { place, environment, input = '' }: RunOptions = {},
): Promise<Finished> {
  const printed = { stdout: '', stderr: '' }
  const { env } = process
  const { log, error } = console
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!
  process.env = {
    ...(place && { DATA_DIR: place.dataDir }),
    ...(place?.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    ...environment,
  }
  console.log = (...words) => {
    printed.stdout += `${format(...words)}\n`
  }
  console.error = (...words) => {
    printed.stderr += `${format(...words)}\n`
  }
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) })
  try {
    return { code: await main(args), ...printed }
  } finally {
    process.env = env
    Object.assign(console, { log, error })
    Object.defineProperty(process, 'stdin', stdin)
  }
}
