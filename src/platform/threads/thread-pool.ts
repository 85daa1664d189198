import { FairQueue, type Owner } from '../concurrency/fair-queue.ts'
import { type Work, WorkNotDone, WorkThread } from './work-thread.ts'

export interface ThreadPoolSettings {
  /** the script that the threads run */
  file: URL
  threads: number
  /** concurrently for one tenant: fewer than `threads`, so that one is left for the others */
  threadsEach: number
  /** for one request, once a thread has it */
  deadlineMs: number
  /** Requests that have waited longer for a thread are rejected. */
  queueTimeoutMs: number
  /** waiting requests per tenant */
  waitingEach: number
}

interface WaitingWork<Tenant> extends Work {
  tenant: Tenant
  since: number
}

/** Runs work that may take too long, with a deadline. Threads are started on demand. */
export class ThreadPool<Request, Response, Tenant = number> {
  readonly #settings: ThreadPoolSettings
  readonly #queue = new FairQueue<WaitingWork<Tenant>, Tenant>()
  readonly #threads = new Set<WorkThread>()
  readonly #running = new Map<Tenant, number>()

  constructor(settings: ThreadPoolSettings) {
    this.#settings = settings
  }

  /** Rejects with `WorkNotDone`. */
  run(owner: Owner<Tenant>, request: Request): Promise<Response> {
    return new Promise<Response>((resolve, reject) => {
      if (this.#queue.countOf(owner.tenant) >= this.#settings.waitingEach) {
        reject(new WorkNotDone('queue'))
        return
      }
      this.#queue.add(owner, {
        request,
        tenant: owner.tenant,
        since: performance.now(),
        resolve: (response) => resolve(response as Response),
        reject,
      })
      this.#startNext()
    })
  }

  #startNext(): void {
    for (;;) {
      const thread = [...this.#threads].find(({ isFree }) => isFree)
      if (!thread) break
      const work = this.#queue.take((tenant) => this.#mayRun(tenant))
      if (!work) return
      if (performance.now() - work.since > this.#settings.queueTimeoutMs)
        work.reject(new WorkNotDone('queue'))
      else this.#start(thread, work)
    }
    this.#addThread()
  }

  #mayRun(tenant: Tenant): boolean {
    return (this.#running.get(tenant) ?? 0) < this.#settings.threadsEach
  }

  #start(thread: WorkThread, work: WaitingWork<Tenant>): void {
    const { tenant } = work
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1)
    const done = () => {
      const left = this.#running.get(tenant)! - 1
      if (left === 0) this.#running.delete(tenant)
      else this.#running.set(tenant, left)
    }
    thread.do({
      request: work.request,
      resolve: (response) => {
        done()
        work.resolve(response)
      },
      reject: (error) => {
        done()
        work.reject(error)
      },
    })
  }

  #addThread(): void {
    const { file, threads, deadlineMs } = this.#settings
    if (this.#threads.size >= threads || [...this.#threads].some(({ isStarting }) => isStarting)) return
    if (!this.#queue.has((tenant) => this.#mayRun(tenant))) return
    const thread = new WorkThread(
      file,
      deadlineMs,
      () => this.#startNext(),
      (error) => {
        this.#threads.delete(thread)
        // The request that the thread was started for must not wait for another one that cannot start either.
        if (thread.isStarting) this.#queue.take(() => true)?.reject(error)
        this.#startNext()
      },
    )
    this.#threads.add(thread)
  }
}
