import type { Logger } from '../logging/log.ts'
import type { Leadership } from './leadership.ts'

/** A task that runs on the leader, and takes time to start and to stop. */
export interface LeaderTask {
  /** It has started, and was not asked to stop. */
  readonly isRunning: boolean
  /** Stops it for good, whichever server is the leader. */
  stop(): Promise<void>
}

export interface LeaderWork {
  /** Retried after a failure while this server is the leader, so it must be idempotent. */
  begin(): Promise<void>
  end(): Promise<void>
}

const RETRY_AFTER_MS = 1000

/**
 * Leadership may change faster than the work can start and stop. `begin` and `end` never overlap, and the last change
 * wins. Resolves after the first attempt to begin, if this server is the leader.
 */
export async function startLeaderTask(
  leadership: Leadership,
  log: Logger,
  name: string,
  work: LeaderWork,
): Promise<LeaderTask> {
  let isWanted = false
  let isStopped = false
  let isOn = false
  /** `begin` was called since the last `end`, and may have failed half-way */
  let isTouched = false
  let settling: Promise<void> | undefined
  let endPause = () => {}

  async function tryOnce(): Promise<void> {
    try {
      if (isWanted) {
        isTouched = true
        await work.begin()
        isOn = true
      } else {
        isOn = false
        isTouched = false
        await work.end()
      }
    } catch (error) {
      log.warn({ err: error }, `${name} failed`)
    }
  }

  const isSettled = () => (isWanted ? isOn : !isTouched)

  async function settle(firstTry: () => void): Promise<void> {
    while (!isSettled()) {
      await tryOnce()
      firstTry()
      if (isWanted && !isOn) await pause()
    }
    settling = undefined
  }

  function pause(): Promise<void> {
    return new Promise((next) => {
      const timer = setTimeout(next, RETRY_AFTER_MS)
      endPause = () => {
        clearTimeout(timer)
        next()
      }
    })
  }

  function want(next: boolean): Promise<void> {
    isWanted = next && !isStopped
    endPause()
    return new Promise((firstTry) => {
      if (isSettled()) firstTry()
      else if (settling) void settling.then(firstTry)
      else settling = settle(firstTry)
    })
  }

  let begun = Promise.resolve()
  leadership.whileLeader(
    () => {
      begun = want(true)
    },
    () => void want(false),
  )
  await begun
  return {
    get isRunning() {
      return isOn && isWanted
    },
    async stop() {
      isStopped = true
      void want(false)
      await settling
    },
  }
}
