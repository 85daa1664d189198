import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { SqliteAnswer, SqliteRequest } from './sqlite-requests.ts'

/** Longer than any single statement takes; after that something is wrong with the thread or the disk. */
const PATIENCE_MS = 60_000

/** One for each product: a question of one need not wait for a commit of the other. */
const WRITING = 2
/** The thread for whoever reads what takes long. */
export const READING = WRITING

interface Thread {
  port: MessagePort
  /** counts the answers, for those who wait without doing anything else */
  answered: Int32Array
  /** Answers come in the order of the requests. */
  waiting: ((answer: SqliteAnswer) => void)[]
}

/** For all databases of the process, each started when it is asked for the first time. */
const threads: Thread[] = []

/** Writers are numbered in the order in which they are opened. */
export const threadOfWriter = (writer: number) => writer % WRITING

export function askSqliteThread(number: number, request: SqliteRequest): Promise<SqliteAnswer> {
  return new Promise((resolve) => post(number, request, resolve))
}

/**
 * The same for a question within a transaction: it is answered in less time than it takes until this thread has its turn
 * again when it is busy, and everybody's changes wait for it.
 */
export function askSqliteThreadNow(number: number, request: SqliteRequest): SqliteAnswer {
  let mine: SqliteAnswer | undefined
  const thread = post(number, request, (answer) => {
    mine = answer
  })
  const { port, answered } = thread
  const latest = performance.now() + PATIENCE_MS
  while (mine === undefined) {
    const before = Atomics.load(answered, 0)
    const received = receiveMessageOnPort(port)
    if (received) take(thread, received.message)
    else if (performance.now() > latest) throw new Error('The thread that writes to SQLite does not answer.')
    else Atomics.wait(answered, 0, before, 1000)
  }
  return mine
}

function post(number: number, request: SqliteRequest, answer: (answer: SqliteAnswer) => void): Thread {
  threads[number] ??= startThread()
  const thread = threads[number]
  // Only a thread that owes an answer keeps the process alive.
  if (thread.waiting.length === 0) thread.port.ref()
  thread.waiting.push(answer)
  thread.port.postMessage(request)
  return thread
}

function take({ port, waiting }: Thread, answer: SqliteAnswer): void {
  waiting.shift()!(answer)
  if (waiting.length === 0) port.unref()
}

/** An error that the thread does not catch ends the process: without its writer it could only refuse. */
function startThread(): Thread {
  const { port1, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./sqlite-thread.js', import.meta.url), {
    execArgv: [],
    workerData: { port: port2, answered },
    transferList: [port2],
  })
  worker.unref()
  const thread: Thread = { port: port1, answered, waiting: [] }
  port1.on('message', (answer: SqliteAnswer) => take(thread, answer))
  port1.unref()
  return thread
}
