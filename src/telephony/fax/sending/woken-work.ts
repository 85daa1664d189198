import type { Logger } from '../../../platform/log.ts'

export interface WokenWork {
  /** There may be something to do. Never two runs at once; a call during a run makes another one. */
  wake(): void
  /** Starts nothing more, and waits for what is running. */
  stop(): Promise<void>
}

/** Work that is done as soon as somebody says that there is some. What fails is left for the next time. */
export function createWokenWork(log: Logger, name: string, work: () => Promise<void>): WokenWork {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      again = false
      await work().catch((error) => log.warn({ err: error }, `${name} failed; trying again`))
    } while (again && !stopped)
    running = undefined
  }

  return {
    wake() {
      again = true
      if (!stopped) running ??= run()
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
