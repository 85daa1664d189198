import { expect, it } from 'vitest'
import { envelopeOf } from './message-envelope.ts'

const at = (time: string) => Date.parse(time)
const envelope = (from: string, came: string, now: string, timeZone = 'Europe/Berlin') =>
  envelopeOf({ from_number: from, created_at: at(came) }, timeZone, at(now))

it('says when a message came by the clock of the person, and from which number', () => {
  // In Berlin, it is Thursday already.
  expect(envelope('+12025550142', '2026-11-18T23:05:00Z', '2026-11-19T08:00:00Z')).toEqual({
    ...{ date: 1119, day: 'today', time: 5, from: '+12025550142' },
  })
  expect(envelope('1001', '2026-11-18T23:05:00Z', '2026-11-19T08:00:00Z', 'UTC')).toEqual({
    ...{ date: 1118, day: 'yesterday', time: 2305, from: '1001' },
  })
  // A day has 25 hours when summer time ends.
  expect(envelope('anonymous', '2026-10-24T22:30:00Z', '2026-10-26T08:00:00Z')).toEqual({
    ...{ date: 1025, day: 'yesterday', time: 30, from: '' },
  })
  expect(envelope('', '2026-01-02T10:00:00Z', '2026-11-19T08:00:00Z')).toMatchObject({
    ...{ date: 102, day: undefined, from: '' },
  })
})
