import type { Clock } from '../../src/platform/clock.ts'

/** Runs like the real one, and can be moved ahead. */
export class TestClock implements Clock {
  #ahead = 0
  readonly #listeners: (() => void)[] = []

  now(): number {
    return Date.now() + this.#ahead
  }

  advance(seconds: number): void {
    this.#ahead += seconds * 1000
    for (const listener of this.#listeners) listener()
  }

  onJump(listener: () => void): void {
    this.#listeners.push(listener)
  }
}
