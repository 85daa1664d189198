const TIMEOUT_MS = 40_000
const PAUSE_MS = 25

/** Asks again and again until the condition holds, for less time than a test has: its error says what was missing. */
export async function waitUntil(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`This did not happen: ${what}`)
    await new Promise((next) => setTimeout(next, PAUSE_MS))
  }
}
