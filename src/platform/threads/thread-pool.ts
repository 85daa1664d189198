import { FairQueue, type Owner } from '../fair-queue.ts'
import { type Work, WorkNotDone, WorkThread } from './work-thread.ts'

export interface ThreadPoolSettings {
  /** what the threads run */
  file: URL
  threads: number
  /** at once for the same tenant: fewer than there are, so that one is left for the others */
  threadsEach: number
  /** for one piece of work, once a thread has it */
  deadlineMs: number
  /** Whoever has waited longer for a thread is refused. */
  patienceMs: number
  /** of the same tenant */
  waitingEach: number
}

interface WaitingWork extends Work {
  tenant: number
  since: number
}

/** Work that may take longer than anybody should wait for it. Threads are started when they are needed. */
export class ThreadPool<Request, Answer> {
  readonly #settings: ThreadPoolSettings
  readonly #queue = new FairQueue<WaitingWork>()
  readonly #threads = new Set<WorkThread>()
  readonly #running = new Map<number, number>()

  constructor(settings: ThreadPoolSettings) {
    this.#settings = settings
  }

  /** Rejects with `WorkNotDone`. */
  run(owner: Owner, request: Request): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.#queue.countOf(owner.tenant) >= this.#settings.waitingEach) {
        reject(new WorkNotDone('queue'))
        return
      }
      this.#queue.add(owner, {
        request,
        tenant: owner.tenant,
        since: performance.now(),
        resolve: (answer) => resolve(answer as Answer),
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
      if (performance.now() - work.since > this.#settings.patienceMs) work.reject(new WorkNotDone('queue'))
      else this.#start(thread, work)
    }
    this.#addThread()
  }

  #mayRun(tenant: number): boolean {
    return (this.#running.get(tenant) ?? 0) < this.#settings.threadsEach
  }

  #start(thread: WorkThread, work: WaitingWork): void {
    const { tenant } = work
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1)
    const done = () => {
      const left = this.#running.get(tenant)! - 1
      if (left === 0) this.#running.delete(tenant)
      else this.#running.set(tenant, left)
    }
    thread.do({
      request: work.request,
      resolve: (answer) => {
        done()
        work.resolve(answer)
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
        // Whoever the thread was started for must not wait for one that cannot start either.
        if (thread.isStarting) this.#queue.take(() => true)?.reject(error)
        this.#startNext()
      },
    )
    this.#threads.add(thread)
  }
}
