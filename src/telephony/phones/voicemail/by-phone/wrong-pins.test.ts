import { expect, it } from 'vitest'
import { createWrongPins } from './open-mailbox.ts'

it('blocks a mailbox after ten wrong PINs, for that time, and no other', () => {
  let now = 0
  const pins = createWrongPins({ now: () => now }, 15 * 60_000)
  for (let count = 0; count < 9; count += 1) pins.count('1001@a.test')
  expect(pins.isBlocked('1001@a.test')).toBe(false)
  pins.count('1001@a.test')
  expect(pins.isBlocked('1001@a.test')).toBe(true)
  expect(pins.isBlocked('1002@a.test')).toBe(false)
  now = 15 * 60_000
  expect(pins.isBlocked('1001@a.test')).toBe(false)
})
