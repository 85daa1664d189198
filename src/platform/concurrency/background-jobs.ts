import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, systemClock } from '../clock.ts'
import type { Logger } from '../logging/log.ts'
import { runOutsideScopes } from '../logging/scope.ts'
import { alwaysLeader, type Leadership } from '../nodes/leadership.ts'

export interface BackgroundJobs {
  /** Runs in every server, never twice at once: a run that takes longer than the interval delays the next. */
  every(milliseconds: number, name: string, work: () => Promise<void>): void
  /** The same, on the leader only. The first run is soon after it has become the leader, whatever the interval. */
  onLeader(milliseconds: number, name: string, work: () => Promise<void>): void
  /**
   * Runs on the leader when it becomes the leader, whenever the returned function is called, and at the time that the
   * last run has returned. A call during a run starts another one, after a pause; a run that failed is repeated.
   */
  onWake(pauseMs: number, name: string, work: () => Promise<number | undefined> | Promise<void>): () => void
  /** Aborted when the jobs stop: long runs end early, and the next server goes on. */
  readonly stopping: AbortSignal
  /** Starts no new runs and waits for the running ones. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000
/** How long a new leader waits with the jobs of long intervals: a server that starts has more urgent work. */
const START_DELAY_MS = 30_000
/** How often due times are compared with the clock, which may be set. */
const MAX_WAIT_MS = 1_000

/** Jobs that run at intervals, or when they are woken or due. A failed run is logged; the next interval tries again. */
export function createBackgroundJobs(
  log: Logger,
  leadership: Leadership = alwaysLeader,
  clock: Clock = systemClock,
): BackgroundJobs {
  const intervals: NodeJS.Timeout[] = []
  /** Cancels the first runs of a leader. */
  const cancelFirst: (() => void)[] = []
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  function runOnce(name: string, work: () => Promise<void>) {
    if (running.has(name)) return
    const run = work()
      .catch((error) => log.warn({ err: error }, `${name} failed; trying again`))
      .finally(() => running.delete(name))
    running.set(name, run)
  }
  function every(milliseconds: number, name: string, work: () => Promise<void>) {
    intervals.push(setInterval(() => runOnce(name, work), milliseconds))
  }
  /** Jobs with a due time: when it is, and when it was set. */
  const due = new Map<string, { at: number; setAt: number; wake(): void }>()
  let timer: NodeJS.Timeout | undefined
  function wakeAt(at: number, name: string, wake: () => void) {
    if (at === Number.POSITIVE_INFINITY) return
    due.set(name, { at, setAt: clock.now(), wake })
    arm()
  }
  function arm() {
    clearTimeout(timer)
    if (due.size === 0 || stopping.signal.aborted) return
    const next = Math.min(...[...due.values()].map(({ at }) => at)) - clock.now()
    timer = setTimeout(wakeDue, Math.min(Math.max(next, 0), MAX_WAIT_MS))
  }
  function wakeDue() {
    const now = clock.now()
    for (const [name, { at, setAt, wake }] of due) {
      const wasSetBack = now < setAt
      if (now < at && !wasSetBack) continue
      due.delete(name)
      wake()
    }
    arm()
  }
  clock.onJump?.(wakeDue)
  return {
    every,
    onLeader(milliseconds, name, work) {
      const workOfLeader = async () => {
        if (leadership.isLeader) await work()
      }
      every(milliseconds, name, workOfLeader)
      let first: NodeJS.Timeout | undefined
      const cancel = () => clearTimeout(first)
      leadership.whileLeader(() => {
        cancel()
        if (stopping.signal.aborted) return
        first = setTimeout(() => runOnce(name, workOfLeader), Math.min(milliseconds, START_DELAY_MS))
      }, cancel)
      cancelFirst.push(cancel)
    },
    onWake(pauseMs, name, work) {
      let isWoken = false
      async function run() {
        while (isWoken && leadership.isLeader && !stopping.signal.aborted) {
          isWoken = false
          due.delete(name)
          let hasFailed = false
          try {
            const next = await work()
            if (next !== undefined) wakeAt(next, name, wake)
          } catch (error) {
            log.warn({ err: error }, `${name} failed; trying again`)
            isWoken = true
            hasFailed = true
          }
          const { signal } = stopping
          await pause(hasFailed ? Math.max(pauseMs, RETRY_MS) : pauseMs, undefined, { signal }).catch(
            () => {},
          )
        }
        running.delete(name)
      }
      const wake = () => {
        isWoken = true
        if (leadership.isLeader && !running.has(name)) {
          running.set(
            name,
            runOutsideScopes(() => Promise.resolve().then(run)),
          )
        }
      }
      leadership.whileLeader(wake, () => {})
      return wake
    },
    stopping: stopping.signal,
    async stop() {
      stopping.abort()
      for (const interval of intervals) clearInterval(interval)
      for (const cancel of cancelFirst) cancel()
      clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
