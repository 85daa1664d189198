import type { Logger } from './log.ts'
import { type Duty, soleDuty } from './nodes/duty.ts'

export interface RegularWork {
  /** In every server. Never twice at once: a run that takes longer than the interval delays the next. */
  every(milliseconds: number, name: string, work: () => Promise<void>): void
  /** The same, in the one server that has the duty. */
  onDuty(milliseconds: number, name: string, work: () => Promise<void>): void
  /** Starts nothing more, and waits for what is running. */
  stop(): Promise<void>
}

/** What has to be done again and again. A failure is logged and tried again at the next time. */
export function createRegularWork(log: Logger, duty: Duty = soleDuty): RegularWork {
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
    onDuty: (milliseconds, name, work) =>
      every(milliseconds, name, async () => {
        if (duty.isHeld) await work()
      }),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
