import { Worker } from 'node:worker_threads'
import type { SqliteAnswer, SqliteRequest } from './sqlite-requests.ts'

/** One thread for all databases of the process, started when the first is written to. */
let thread: Worker | undefined
/** Answers come in the order of the requests. */
const waiting: ((answer: SqliteAnswer) => void)[] = []

export function askSqliteThread(request: SqliteRequest): Promise<SqliteAnswer> {
  thread ??= startThread()
  // Only a thread that owes an answer keeps the process alive.
  if (waiting.length === 0) thread.ref()
  thread.postMessage(request)
  return new Promise((resolve) => waiting.push(resolve))
}

/** An error that the thread does not catch ends the process: without its writer it could only refuse. */
function startThread(): Worker {
  const started = new Worker(new URL('./sqlite-thread.js', import.meta.url), { execArgv: [] })
  started.on('message', (answer: SqliteAnswer) => {
    waiting.shift()!(answer)
    if (waiting.length === 0) started.unref()
  })
  return started
}
