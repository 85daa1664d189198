/** Asks again and again until the condition holds, for less time than a test has: its error says what was missing. */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  attempts = 1000,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await condition()) return
    await new Promise((next) => setTimeout(next, 25))
  }
  throw new Error(`This did not happen: ${what}`)
}
