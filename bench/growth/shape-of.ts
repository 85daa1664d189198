/** How a cost grows with a size, from the smallest to the largest of them. */
export function shapeOf(points: readonly (readonly [size: number, cost: number])[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return '-'
  const grown = last[1] / first[1]
  const larger = last[0] / first[0]
  const power = Math.log(grown) / Math.log(larger)
  // A tenth more for each ten times as much is what deeper indexes and colder caches cost.
  if (grown <= 1.25) return 'flat'
  if (grown <= 1 + 0.5 * Math.log10(larger)) return 'logarithmic'
  if (power < 0.7)
    return `less than linear (times ${grown.toFixed(1)} for times ${larger.toLocaleString('en')})`
  return `linear (times ${grown.toFixed(1)} for times ${larger.toLocaleString('en')})`
}
