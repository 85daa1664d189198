import { beforeEach, describe, expect, it } from 'vitest'
import { createStreamTrial, type StreamTrial } from '../../packages/client/src/stream-trial.ts'

const MINUTE = 60_000

let now: number
let trial: StreamTrial
beforeEach(() => {
  now = 1_000_000
  trial = createStreamTrial(() => now)
})

/** How long events are polled from now on. */
function breakMs(): number {
  const start = now
  while (!trial.isOn()) now += 1000
  return now - start
}

describe('whether event streams work', () => {
  it('is assumed at first', () => {
    expect(trial.isOn()).toBe(true)
  })

  it('is not so where a stream is silent: polls take over at once', () => {
    trial.wasSilent()
    expect(trial.isOn()).toBe(false)
    expect(breakMs()).toBe(MINUTE)
  })

  it('is not so after three that ended early, one after the other', () => {
    trial.ended(200)
    trial.ended(0)
    expect(trial.isOn()).toBe(true)
    trial.ended(9000)
    expect(trial.isOn()).toBe(false)
    expect(breakMs()).toBe(MINUTE)
  })

  it('is not questioned by streams that last between those that are cut', () => {
    for (const lastedMs of [0, 0, 30_000, 0, 0, 10_000, 0, 0]) trial.ended(lastedMs)
    expect(trial.isOn()).toBe(true)
  })

  it('is tried again after breaks that grow to a quarter of an hour, until a stream lasts', () => {
    const breaks = Array.from({ length: 6 }, () => {
      trial.wasSilent()
      return breakMs() / MINUTE
    })
    expect(breaks).toEqual([1, 2, 4, 8, 16, 16])
    trial.ended(MINUTE)
    trial.wasSilent()
    expect(breakMs()).toBe(MINUTE)
  })
})
