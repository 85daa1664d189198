import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Why work was not done: it took too long, waited too long, or its thread ended. */
export class WorkNotDone extends Error {
  readonly reason: 'deadline' | 'queue' | 'crash'

  constructor(reason: WorkNotDone['reason'], cause?: unknown) {
    super(`Work in a thread was not done: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Work {
  request: unknown
  resolve(answer: unknown): void
  reject(error: WorkNotDone): void
}

/** What a thread posts: first that it is ready, then one result per request. */
export type ThreadMessage = { ready: true } | { answer: unknown } | { error: unknown }

/** Loading its modules does not count towards the deadline, but has a limit of its own. */
const START_MS = 30_000
const MAX_EXTENSIONS = 10
/** More than any message needs. Exceeding it ends the thread, not the process. */
const MAX_MEMORY_MB = 256

/** One thread, which handles one request at a time. A thread that exceeds its deadline is terminated. */
export class WorkThread {
  readonly #worker: Worker
  readonly #deadlineMs: number
  readonly #onFree: () => void
  readonly #onEnd: (error: WorkNotDone) => void
  #work: Work | undefined
  #timer: NodeJS.Timeout | undefined
  #isReady = false
  #hasEnded = false

  constructor(file: URL, deadlineMs: number, onFree: () => void, onEnd: (error: WorkNotDone) => void) {
    this.#deadlineMs = deadlineMs
    this.#onFree = onFree
    this.#onEnd = onEnd
    this.#worker = new Worker(file, {
      name: basename(file.pathname, '.js'),
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    this.#worker.on('message', (message: ThreadMessage) => this.#receive(message))
    this.#worker.on('error', (error) => this.#end(new WorkNotDone('crash', error)))
    this.#worker.on('exit', () => this.#end(new WorkNotDone('crash')))
    this.#limit(START_MS)
  }

  get isStarting(): boolean {
    return !this.#isReady
  }

  get isFree(): boolean {
    return this.#isReady && !this.#hasEnded && this.#work === undefined
  }

  do(work: Work): void {
    this.#work = work
    // Only a thread with a pending request keeps the process alive.
    this.#worker.ref()
    this.#limit(this.#deadlineMs)
    this.#worker.postMessage(work.request)
  }

  #receive(message: ThreadMessage): void {
    // The result was in flight while its deadline passed.
    if (this.#hasEnded) return
    this.#stopTimer()
    this.#worker.unref()
    const work = this.#work
    this.#work = undefined
    if ('ready' in message) this.#isReady = true
    else if ('error' in message) work?.reject(new WorkNotDone('crash', message.error))
    else work?.resolve(message.answer)
    this.#onFree()
  }

  /** On a busy machine less CPU time may have passed than wall-clock time: then wait for the rest, too. */
  #limit(milliseconds: number, extensions = MAX_EXTENSIONS): void {
    const before = process.cpuUsage()
    const timer = setTimeout(() => {
      // If this process itself was busy, a result may be waiting: receive it first.
      setImmediate(() => {
        if (this.#timer !== timer) return
        const { user, system } = process.cpuUsage(before)
        const left = milliseconds - (user + system) / 1000
        if (left > 1 && extensions > 0) this.#limit(left, extensions - 1)
        else this.#end(new WorkNotDone('deadline'))
      })
    }, milliseconds)
    this.#timer = timer
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #end(error: WorkNotDone): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#stopTimer()
    void this.#worker.terminate()
    this.#work?.reject(error)
    this.#work = undefined
    this.#onEnd(error)
  }
}
