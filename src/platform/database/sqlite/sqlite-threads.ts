import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { SqliteRequest, SqliteResponse } from './sqlite-requests.ts'

/** Longer than any single statement takes. Beyond it, something is wrong with the thread or the disk. */
const TIMEOUT_MS = 60_000

/** One per product: a query of one need not wait for a commit of the other. */
const WRITER_THREADS = 2
/** The thread for slow reads. */
export const READER_THREAD = WRITER_THREADS
/** The thread for snapshots: clients that register need not wait for a slow search. */
export const SNAPSHOT_THREAD = WRITER_THREADS + 1
/** The thread for databases of other programs, whose syncs do not hold up our own writes. */
export const FOREIGN_THREAD = WRITER_THREADS + 2

const names = new Map([
  [READER_THREAD, 'SQLite reader'],
  [SNAPSHOT_THREAD, 'SQLite snapshots'],
  [FOREIGN_THREAD, 'SQLite of other programs'],
])

interface Thread {
  port: MessagePort
  /** counts the responses, for callers that block until theirs arrives */
  responses: Int32Array
  /** Responses arrive in the order of the requests. */
  pending: ((response: SqliteResponse) => void)[]
}

/** Shared by all databases of the process. Each thread is started on first use. */
const threads: Thread[] = []

/** Writers are numbered in the order in which they are opened. */
export const threadOfWriter = (writer: number) => writer % WRITER_THREADS

export function sendToSqliteThread(number: number, request: SqliteRequest): Promise<SqliteResponse> {
  return new Promise((resolve) => post(number, request, resolve))
}

/**
 * Blocks until the response arrives. For statements within a transaction: the response takes less time than a turn of a
 * busy event loop, and all other writes wait for the transaction.
 */
export function waitForSqliteThread(number: number, request: SqliteRequest): SqliteResponse {
  let response: SqliteResponse | undefined
  const thread = post(number, request, (received) => {
    response = received
  })
  const { port, responses } = thread
  const latest = performance.now() + TIMEOUT_MS
  while (response === undefined) {
    const before = Atomics.load(responses, 0)
    const message = receiveMessageOnPort(port)
    if (message) receive(thread, message.message)
    else if (performance.now() > latest) throw new Error('The SQLite thread does not respond.')
    else Atomics.wait(responses, 0, before, 1000)
  }
  return response
}

function post(
  number: number,
  request: SqliteRequest,
  onResponse: (response: SqliteResponse) => void,
): Thread {
  threads[number] ??= startThread(names.get(number) ?? 'SQLite writer')
  const thread = threads[number]
  // Only a thread with a pending response keeps the process alive.
  if (thread.pending.length === 0) thread.port.ref()
  thread.pending.push(onResponse)
  thread.port.postMessage(request)
  return thread
}

function receive({ port, pending }: Thread, response: SqliteResponse): void {
  pending.shift()!(response)
  if (pending.length === 0) port.unref()
}

/** An uncaught error in the thread ends the process: without its writer it could only reject writes. */
function startThread(name: string): Thread {
  const { port1, port2 } = new MessageChannel()
  const responses = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./sqlite-thread.js', import.meta.url), {
    name,
    execArgv: [],
    workerData: { port: port2, responses },
    transferList: [port2],
  })
  worker.unref()
  const thread: Thread = { port: port1, responses, pending: [] }
  port1.on('message', (response: SqliteResponse) => receive(thread, response))
  port1.unref()
  return thread
}
