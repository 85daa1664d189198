/** Times in buckets that are 2 % wide, so that millions of them take little memory. */
const STEP = Math.log(1.02)
const MIN_MS = 0.01
const BUCKETS = 1000

export interface LatencySummary {
  count: number
  mean: number
  p50: number
  p99: number
  longest: number
}

export class Latencies {
  readonly #buckets = new Uint32Array(BUCKETS)
  #count = 0
  #sum = 0
  #longest = 0

  get count(): number {
    return this.#count
  }

  add(ms: number): void {
    const bucket = ms <= MIN_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / MIN_MS) / STEP))
    this.#buckets[bucket]! += 1
    this.#count += 1
    this.#sum += ms
    if (ms > this.#longest) this.#longest = ms
  }

  /** The upper end of the bucket in which the share is reached. */
  percentile(share: number): number {
    const wanted = Math.ceil(this.#count * share)
    let seen = 0
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      seen += this.#buckets[bucket]!
      if (seen >= wanted && seen > 0) return Math.min(this.#longest, MIN_MS * Math.exp(bucket * STEP))
    }
    return 0
  }

  summary(): LatencySummary {
    return {
      count: this.#count,
      mean: this.#count === 0 ? 0 : this.#sum / this.#count,
      p50: this.percentile(0.5),
      p99: this.percentile(0.99),
      longest: this.#longest,
    }
  }
}
