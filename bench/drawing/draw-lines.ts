import type { LinePlot } from './plot.ts'
import { makeRuler, showNumber } from './scale.ts'
import { circle, colours, line, path, svgDocument, text } from './svg.ts'

const WIDTH = 900
const HEIGHT = 440
const LEFT = 80
const RIGHT = 290
const TOP = 56
const BOTTOM = HEIGHT - 62
const LABEL_HEIGHT = 16

/** Lines over a size, named at their ends; targets are dashed. */
export function drawLines(plot: LinePlot): string {
  const points = plot.lines.flatMap((one) => one.points)
  const across = makeRuler(
    plot.x.scale,
    points.map(([x]) => x),
    LEFT,
    WIDTH - RIGHT,
  )
  const up = makeRuler(
    plot.y.scale,
    points.map(([, y]) => y),
    BOTTOM,
    TOP,
  )
  const content: string[] = []
  for (const tick of across.ticks) {
    const x = across.place(tick)
    content.push(
      line(x, TOP, x, BOTTOM),
      text(x, BOTTOM + 18, showNumber(tick), { class: 'soft small', 'text-anchor': 'middle' }),
    )
  }
  for (const tick of up.ticks) {
    const y = up.place(tick)
    content.push(
      line(LEFT, y, WIDTH - RIGHT, y),
      text(LEFT - 8, y + 4, showNumber(tick), { class: 'soft small', 'text-anchor': 'end' }),
    )
  }
  const middle = (TOP + BOTTOM) / 2
  content.push(
    text((LEFT + WIDTH - RIGHT) / 2, BOTTOM + 42, plot.x.label, { class: 'soft', 'text-anchor': 'middle' }),
    text(24, middle, plot.y.label, {
      class: 'soft',
      'text-anchor': 'middle',
      transform: `rotate(-90 24 ${middle})`,
    }),
  )
  const ends: { name: string; colour: string; y: number }[] = []
  let used = 0
  for (const { name, points: own, isTarget } of plot.lines) {
    if (own.length === 0) continue
    const colour = isTarget ? colours.at(-1)! : colours[used % (colours.length - 1)]!
    if (!isTarget) used += 1
    const places = own.map(([x, y]) => [across.place(x), up.place(y)] as const)
    const dashes: Record<string, string> = isTarget ? { 'stroke-dasharray': '5 4' } : {}
    content.push(path(places, { stroke: colour, 'stroke-width': isTarget ? 1.5 : 2.5, ...dashes }))
    if (!isTarget) for (const [x, y] of places) content.push(circle(x, y, 3.5, { fill: colour }))
    ends.push({ name, colour, y: places.at(-1)![1] })
  }
  for (const { name, colour, y } of spread(ends)) {
    content.push(
      line(WIDTH - RIGHT + 10, y, WIDTH - RIGHT + 22, y, {
        stroke: colour,
        'stroke-width': 3,
        class: 'name',
      }),
      text(WIDTH - RIGHT + 28, y + 4, name, { class: 'ink small' }),
    )
  }
  return svgDocument(WIDTH, HEIGHT, plot.title, content)
}

/** Names whose lines end close together are moved apart. */
function spread<T extends { y: number }>(ends: readonly T[]): T[] {
  const sorted = [...ends].sort((one, other) => one.y - other.y)
  let lowest = TOP
  const moved = sorted.map((end) => {
    const y = Math.max(end.y, lowest)
    lowest = y + LABEL_HEIGHT
    return { ...end, y }
  })
  const over = Math.max(0, lowest - LABEL_HEIGHT - BOTTOM)
  return moved.map((end) => ({ ...end, y: end.y - over }))
}
