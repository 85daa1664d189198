/** How far the logs of tenants go: asked often, by many at once. */
export interface HeadQuestions {
  /** As of a moment after the call. */
  ask(tenant: number): Promise<number>
}

/**
 * Whoever asks while a query is under way waits for the next one, since the running one may have looked before.
 * So there is one query at a time, however many ask.
 */
export function createHeadQuestions(
  read: (tenants: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): HeadQuestions {
  let waiting: { tenants: Set<number>; answer: Promise<ReadonlyMap<number, number>> } | undefined
  let running: Promise<unknown> = Promise.resolve()

  function begin() {
    const tenants = new Set<number>()
    const answer = running.then(() => {
      waiting = undefined
      return read([...tenants])
    })
    running = answer.catch(() => {})
    return { tenants, answer }
  }

  return {
    async ask(tenant) {
      waiting ??= begin()
      waiting.tenants.add(tenant)
      return (await waiting.answer).get(tenant) ?? 0
    },
  }
}
