/** Index of the first number, among ascending ones, that is not below this one. */
export function indexFrom(ascending: readonly number[], number: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}
