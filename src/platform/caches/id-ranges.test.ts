import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdRanges } from './id-ranges.ts'

const ids = Array.from({ length: 30 }, (_, id) => id)
const range = fc.tuple(fc.nat(29), fc.nat(29)).map(([from, to]) => ({ from, to }))
const ranges = fc.array(range, { maxLength: 8 })
const listed = (given: readonly { from: number; to: number }[]) =>
  new Set(ids.filter((id) => given.some(({ from, to }) => from <= id && id <= to)))
const idsOf = (set: IdRanges) => ids.filter((id) => set.has(id))

test('ranges of ids hold, unite, intersect and subtract the same ids as plain sets', () => {
  fc.assert(
    fc.property(ranges, ranges, (left, right) => {
      const [one, two] = [IdRanges.of(left), IdRanges.of(right)]
      const [ones, twos] = [listed(left), listed(right)]
      expect(idsOf(one)).toEqual(ids.filter((id) => ones.has(id)))
      expect(idsOf(one.union(two))).toEqual(ids.filter((id) => ones.has(id) || twos.has(id)))
      expect(idsOf(one.intersect(two))).toEqual(ids.filter((id) => ones.has(id) && twos.has(id)))
      expect(idsOf(one.minus(two))).toEqual(ids.filter((id) => ones.has(id) && !twos.has(id)))
    }),
  )
})

test('ranges that touch become one', () => {
  const merged = IdRanges.of([
    { from: 4, to: 6 },
    { from: 1, to: 3 },
    { from: 8, to: 9 },
  ])
  expect(merged.ranges).toEqual([
    { from: 1, to: 6 },
    { from: 8, to: 9 },
  ])
})
