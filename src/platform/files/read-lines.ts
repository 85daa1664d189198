import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a text file, without empty ones, as lists of a few hundred with the number of their first line. */
export async function* readLines(path: string): AsyncGenerator<{ number: number; line: string }[]> {
  const lines = createInterface({
    input: createReadStream(path, { highWaterMark: 2 ** 18 }),
    crlfDelay: Infinity,
  })
  let number = 0
  let some: { number: number; line: string }[] = []
  for await (const line of lines) {
    number += 1
    if (line === '') continue
    some.push({ number, line })
    if (some.length < AT_ONCE) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Fewer turns of the event loop than one per line. */
const AT_ONCE = 500
