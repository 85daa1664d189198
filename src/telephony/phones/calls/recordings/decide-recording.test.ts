import { expect, it } from 'vitest'
import { decideRecording } from './find-recording-rules.ts'

it.each([
  ['dontcare', 10, 'dontcare', 10, false],
  ['yes', 10, 'dontcare', 20, true],
  ['dontcare', 20, 'yes', 0, true],
  ['yes', 10, 'no', 10, true],
  ['no', 10, 'yes', 10, false],
  ['no', 10, 'yes', 11, true],
  ['never', 0, 'yes', 20, false],
  ['no', 20, 'force', 0, true],
  ['force', 10, 'never', 10, true],
  ['force', 10, 'never', 11, false],
] as const)(
  'a caller who wants %s (%i) and a callee who wants %s (%i): %s',
  (one, first, two, second, isRecorded) => {
    const caller = { wish: one, priority: first }
    expect(decideRecording(caller, { wish: two, priority: second })).toBe(isRecorded)
  },
)
