import { expect, it } from 'vitest'
import { weeklyTraffic } from './count-stream-traffic.ts'

it.each([
  [0, 28, 0],
  [1, 28, 1],
  [40, 28, 10],
  [7, 7, 7],
  [4_936, 28, 1_200],
  [5_000, 28, 1_300],
  [400_000, 28, 100_000],
])('%i messages in %i days: %i a week', (messages, days, traffic) => {
  expect(weeklyTraffic(messages, days)).toBe(traffic)
})
