export interface IdRange {
  readonly from: number
  /** inclusive */
  readonly to: number
}

/** A set of ids as ascending ranges that neither overlap nor touch. Immutable: operations return a new set. */
export class IdRanges {
  readonly ranges: readonly IdRange[]

  private constructor(ranges: readonly IdRange[]) {
    this.ranges = ranges
  }

  static get none(): IdRanges {
    return none
  }

  /** From ranges in any order. */
  static of(ranges: readonly IdRange[]): IdRanges {
    const sorted = ranges.filter(({ from, to }) => from <= to).sort((one, other) => one.from - other.from)
    const merged: IdRange[] = []
    for (const range of sorted) {
      const last = merged.at(-1)
      if (last && range.from <= last.to + 1) {
        merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
      } else merged.push(range)
    }
    return new IdRanges(merged)
  }

  static between(from: number, to: number): IdRanges {
    return from > to ? IdRanges.none : new IdRanges([{ from, to }])
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0
  }

  has(id: number): boolean {
    let low = 0
    let high = this.ranges.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const { from, to } = this.ranges[middle]!
      if (id < from) high = middle - 1
      else if (id > to) low = middle + 1
      else return true
    }
    return false
  }

  union(other: IdRanges): IdRanges {
    return IdRanges.of([...this.ranges, ...other.ranges])
  }

  intersect(other: IdRanges): IdRanges {
    const common: IdRange[] = []
    let [mine, theirs] = [0, 0]
    while (mine < this.ranges.length && theirs < other.ranges.length) {
      const one = this.ranges[mine]!
      const two = other.ranges[theirs]!
      const from = Math.max(one.from, two.from)
      const to = Math.min(one.to, two.to)
      if (from <= to) common.push({ from, to })
      if (one.to < two.to) mine += 1
      else theirs += 1
    }
    return new IdRanges(common)
  }

  minus(other: IdRanges): IdRanges {
    return this.intersect(other.#complement())
  }

  #complement(): IdRanges {
    const gaps: IdRange[] = []
    let from = Number.NEGATIVE_INFINITY
    for (const range of this.ranges) {
      if (from < range.from) gaps.push({ from, to: range.from - 1 })
      from = range.to + 1
    }
    if (from !== Number.POSITIVE_INFINITY) gaps.push({ from, to: Number.POSITIVE_INFINITY })
    return new IdRanges(gaps)
  }
}

const none = IdRanges.of([])
