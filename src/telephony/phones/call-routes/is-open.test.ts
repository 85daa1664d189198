import { describe, expect, it } from 'vitest'
import { weekdays } from './business-hours.ts'
import { isOpen, localTimeAt } from './is-open.ts'

const days = [...weekdays].slice(0, 5)
const at = (text: string) => Date.parse(text)
const office = (time_zone: string) => ({
  time_zone,
  intervals: [{ days, from: '09:00', to: '17:00' }],
  exceptions: [
    { date: '2026-12-24', name: 'Christmas Eve', intervals: [{ from: '09:00', to: '12:00' }] },
    { date: '2026-12-25', name: 'Christmas', intervals: [] },
    { date: '2027-01-01', name: 'New Year', intervals: [] },
    { date: '2026-03-29', name: 'A Sunday', intervals: [{ from: '01:00', to: '04:00' }] },
    { date: '2026-10-25', name: 'Another', intervals: [{ from: '02:00', to: '03:00' }] },
  ],
})

describe('business hours', () => {
  it.each([
    // Friday before the clocks go forward in Berlin: UTC+1; Monday after it: UTC+2
    ['Europe/Berlin', '2026-03-27T07:59:59Z', false],
    ['Europe/Berlin', '2026-03-27T08:00:00Z', true],
    ['Europe/Berlin', '2026-03-30T06:59:59Z', false],
    ['Europe/Berlin', '2026-03-30T07:00:00Z', true],
    ['Europe/Berlin', '2026-03-30T14:59:59Z', true],
    ['Europe/Berlin', '2026-03-30T15:00:00Z', false],
    // 02:00 to 03:00 does not exist on this day: after 01:59 comes 03:00
    ['Europe/Berlin', '2026-03-29T00:59:00Z', true],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', true],
    ['Europe/Berlin', '2026-03-29T02:00:00Z', false],
    // and twice on this one
    ['Europe/Berlin', '2026-10-25T00:30:00Z', true],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', true],
    ['Europe/Berlin', '2026-10-25T02:00:00Z', false],
    ['America/New_York', '2026-10-30T12:59:00Z', false],
    ['America/New_York', '2026-10-30T13:00:00Z', true],
    ['America/New_York', '2026-11-02T13:30:00Z', false],
    ['America/New_York', '2026-11-02T14:00:00Z', true],
    // weekends
    ['Europe/Berlin', '2026-06-06T10:00:00Z', false],
    // exceptions
    ['Europe/Berlin', '2026-12-24T10:59:00Z', true],
    ['Europe/Berlin', '2026-12-24T11:00:00Z', false],
    ['Europe/Berlin', '2026-12-25T10:00:00Z', false],
    // the end of the year: a Thursday, then New Year, which begins earlier in Auckland
    ['Europe/Berlin', '2026-12-31T15:59:00Z', true],
    ['Pacific/Auckland', '2026-12-30T22:00:00Z', true],
    ['Pacific/Auckland', '2026-12-31T22:00:00Z', false],
    ['Europe/Berlin', '2027-01-01T10:00:00Z', false],
    ['Europe/Berlin', '2027-01-04T10:00:00Z', true],
    // half hours
    ['Asia/Kolkata', '2026-06-03T03:29:00Z', false],
    ['Asia/Kolkata', '2026-06-03T03:30:00Z', true],
  ])('%s, %s: %s', (zone, time, expected) => {
    expect(isOpen(office(zone), at(time))).toBe(expected)
  })

  it('24:00 is the end of the day, and two intervals make a night', () => {
    const night = {
      time_zone: 'UTC',
      intervals: [
        { days: ['fri' as const], from: '22:00', to: '24:00' },
        { days: ['sat' as const], from: '00:00', to: '06:00' },
      ],
      exceptions: [],
    }
    expect(isOpen(night, at('2026-06-05T23:59:59Z'))).toBe(true)
    expect(isOpen(night, at('2026-06-06T00:00:00Z'))).toBe(true)
    expect(isOpen(night, at('2026-06-06T06:00:00Z'))).toBe(false)
  })

  it('without intervals it is always closed', () => {
    expect(isOpen({ time_zone: 'UTC', intervals: [], exceptions: [] }, at('2026-06-05T12:00:00Z'))).toBe(
      false,
    )
  })

  it('reads the wall clock, also a leap day and midnight', () => {
    expect(localTimeAt('UTC', at('2028-02-29T00:00:00Z'))).toEqual({
      date: '2028-02-29',
      weekday: 'tue',
      time: '00:00',
    })
  })
})
