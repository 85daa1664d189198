/** What an import leaves out, and why: one line for each reason. */
export class LeftOut {
  readonly #reasons = new Map<string, { count: number; example: string }>()

  add(reason: string, example: string): void {
    const known = this.#reasons.get(reason)
    if (known) known.count += 1
    else this.#reasons.set(reason, { count: 1, example })
  }

  lines(): string[] {
    return [...this.#reasons].map(([reason, { count, example }]) =>
      count === 1 ? `${reason}: ${example}` : `${reason}: ${count}, the first is ${example}`,
    )
  }
}
