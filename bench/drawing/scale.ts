import type { Scale } from './plot.ts'

export interface Ruler {
  /** from a value to a place between start and end */
  place(value: number): number
  ticks: readonly number[]
}

/** A scale over values, with round numbers as ticks. */
export function makeRuler(scale: Scale, values: readonly number[], start: number, end: number): Ruler {
  return scale === 'logarithmic' ? logarithmic(values, start, end) : linear(values, start, end)
}

function linear(values: readonly number[], start: number, end: number): Ruler {
  const most = Math.max(...values, Number.MIN_VALUE)
  const power = 10 ** Math.floor(Math.log10(most))
  const unit = [0.2, 0.5, 1, 2].map((part) => part * power).find((part) => most / part <= 7) ?? 2 * power
  const last = Math.ceil(most / unit) * unit
  const ticks = Array.from({ length: Math.round(last / unit) + 1 }, (_, index) => index * unit)
  return { place: (value) => start + (value / last) * (end - start), ticks }
}

function logarithmic(values: readonly number[], start: number, end: number): Ruler {
  const positive = values.filter((value) => value > 0)
  const low = Math.floor(Math.log10(Math.min(...positive)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive))))
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  const place = (value: number) =>
    start + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (end - start)
  return { place, ticks }
}

/** As short as it can be said. */
export function showNumber(value: number): string {
  if (value >= 1e6) return `${+(value / 1e6).toPrecision(3)} M`
  if (value >= 10_000) return `${+(value / 1000).toPrecision(3)} k`
  return (+value.toPrecision(3)).toLocaleString('en')
}
