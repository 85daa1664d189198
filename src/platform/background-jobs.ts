import type { Logger } from './log.ts'
import { alwaysLeader, type Leadership } from './nodes/leadership.ts'

export interface BackgroundJobs {
  /** In every server. Never twice at once: a run that takes longer than the interval delays the next. */
  every(milliseconds: number, name: string, work: () => Promise<void>): void
  /** The same, on the leader only. */
  onLeader(milliseconds: number, name: string, work: () => Promise<void>): void
  /** Starts nothing more, and waits for what is running. */
  stop(): Promise<void>
}

/** What has to be done again and again. A failure is logged and tried again at the next time. */
export function createBackgroundJobs(log: Logger, leadership: Leadership = alwaysLeader): BackgroundJobs {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<void>>()
  function every(milliseconds: number, name: string, work: () => Promise<void>) {
    const timer = setInterval(() => {
      if (running.has(name)) return
      const run = work()
        .catch((error) => log.warn({ err: error }, `${name} failed; trying again`))
        .finally(() => running.delete(name))
      running.set(name, run)
    }, milliseconds)
    timers.push(timer)
  }
  return {
    every,
    onLeader: (milliseconds, name, work) =>
      every(milliseconds, name, async () => {
        if (leadership.isLeader) await work()
      }),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
