import type { BarPlot } from './plot.ts'
import { makeRuler, showNumber } from './scale.ts'
import { line, rectangle, svgDocument, text } from './svg.ts'

const WIDTH = 900
const LEFT = 400
const RIGHT = 90
const TOP = 52
const ROW = 30
const LONGEST_LABEL = 58

/** Lying bars, each with its own target as a mark; green where it is met. */
export function drawBars({ title, unit, scale, bars }: BarPlot): string {
  const bottom = TOP + bars.length * ROW
  const values = bars.flatMap(({ value, target }) => [value, ...(target === undefined ? [] : [target])])
  const ruler = makeRuler(scale, scale === 'logarithmic' ? [...values, 1] : values, LEFT, WIDTH - RIGHT)
  const origin = ruler.place(scale === 'logarithmic' ? 1 : 0)
  const content: string[] = []
  for (const tick of ruler.ticks) {
    const x = ruler.place(tick)
    content.push(
      line(x, TOP, x, bottom),
      text(x, bottom + 18, showNumber(tick), { class: 'soft small', 'text-anchor': 'middle' }),
    )
  }
  for (const [index, { label, value, target, atMost }] of bars.entries()) {
    const y = TOP + index * ROW
    const end = ruler.place(value)
    const isMet = target === undefined ? undefined : atMost ? value <= target : value >= target
    const kind = isMet === undefined ? 'plain' : isMet ? 'good' : 'bad'
    content.push(
      text(LEFT - 10, y + 20, shorten(label), { class: 'ink small', 'text-anchor': 'end' }),
      rectangle(Math.min(origin, end), y + 7, Math.max(1, Math.abs(end - origin)), ROW - 13, {
        class: kind,
        rx: 2,
      }),
      text(WIDTH - RIGHT + 16, y + 20, showNumber(value), { class: 'ink small' }),
    )
    if (target !== undefined) {
      const x = ruler.place(target)
      content.push(line(x, y + 3, x, y + ROW - 3, { class: 'mark', 'stroke-width': 2 }))
    }
  }
  content.push(
    text((LEFT + WIDTH - RIGHT) / 2, bottom + 38, `${unit}; the upright mark is the target, green is met`, {
      class: 'soft small',
      'text-anchor': 'middle',
    }),
  )
  return svgDocument(WIDTH, bottom + 54, title, content)
}

const shorten = (label: string) =>
  label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`
