import type { Logger } from '../log.ts'
import type { Duty } from './duty.ts'

/** Something that runs in the one server that has the duty, and takes time to begin and to end. */
export interface DutyTerm {
  /** It has begun, and is not asked to end. */
  readonly isRunning: boolean
  /** Ends it for good, whoever has the duty. */
  stop(): Promise<void>
}

export interface TermWork {
  /** What fails is tried again while the duty lasts: it must bear being begun twice. */
  begin(): Promise<void>
  end(): Promise<void>
}

const AGAIN_AFTER_MS = 1000

/**
 * The duty may come and go faster than the work can begin and end: never does one overlap the other, and the
 * last word counts. Resolves when it has been tried to begin, if the duty is here.
 */
export async function openTerm(duty: Duty, log: Logger, name: string, work: TermWork): Promise<DutyTerm> {
  let isWanted = false
  let isStopped = false
  let isOn = false
  /** `begin` was called since the last `end`, and perhaps failed half-way */
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
      const timer = setTimeout(next, AGAIN_AFTER_MS)
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
  duty.whileHeld(
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
