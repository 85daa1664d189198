import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import threads from 'node:worker_threads'

/**
 * Loaded into a server before its own code. Writes which thread of the system has which name, since Linux calls all
 * of them `node`, and collects garbage when it finds the file `collect`.
 */
const folder = process.env.BENCH_THREADS!
const INTERVAL_MS = 200

const listThreads = () => readdirSync('/proc/self/task')

class NamedWorker extends threads.Worker {
  constructor(file: string | URL, options: threads.WorkerOptions = {}) {
    const before = new Set(listThreads())
    super(file, options)
    for (const tid of listThreads()) {
      if (!before.has(tid)) writeFileSync(join(folder, tid), options.name ?? 'worker')
    }
  }
}

Object.assign(threads, { Worker: NamedWorker })
syncBuiltinESMExports()

// The threads of the server load this file, too.
if (threads.isMainThread) collectOnDemand()

function collectOnDemand(): void {
  // Never disconnected: from within its own thread that hangs.
  const session = new Session()
  session.connect()
  setInterval(() => {
    try {
      rmSync(join(folder, 'collect'))
    } catch {
      return
    }
    // `gc()` would leave what the young generation keeps in reserve.
    session.post('HeapProfiler.collectGarbage')
  }, INTERVAL_MS).unref()
}
