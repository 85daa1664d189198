/** A set of small numbers that costs a bit for each number up to the largest. */
export class GrowingBits {
  #bytes = new Uint8Array(1024)

  has(number: number): boolean {
    return ((this.#bytes[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  add(number: number): void {
    const index = number >>> 3
    if (index >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(index + 1, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[index]! |= 1 << (number & 7)
  }
}
