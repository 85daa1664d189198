import { join } from 'node:path'
import { LineWriter } from './line-writer.ts'
import { readLines } from './read-lines.ts'

/** In characters: a few times as much in memory. */
const RUN = 2 ** 25

interface Entry {
  key: number
  /** for entries with the same key */
  order: number
  value: unknown
}

/** Sorts more than fits into memory: sorted runs in files of a folder, which are then merged. */
export class LineSorter {
  readonly #folder: string
  readonly #run: number
  #entries: Entry[] = []
  #length = 0
  #order = 0
  #runs = 0

  /** `run`: the size of a run, in characters */
  constructor(folder: string, run = RUN) {
    this.#folder = folder
    this.#run = run
  }

  async add(key: number, value: unknown): Promise<void> {
    this.#order += 1
    this.#entries.push({ key, order: this.#order, value })
    this.#length += JSON.stringify(value).length
    if (this.#length >= this.#run) await this.#writeRun()
  }

  /** Everything that was added, by key; what has the same key stays in its order. */
  async *sorted(): AsyncGenerator<unknown> {
    await this.#writeRun()
    const runs = Array.from({ length: this.#runs }, (_, index) => entriesOf(this.#pathOf(index)))
    const heads = await Promise.all(runs.map(async (run) => (await run.next()).value as Entry | undefined))
    for (;;) {
      let least = -1
      for (const [index, head] of heads.entries()) {
        if (head && (least < 0 || compare(head, heads[least]!) < 0)) least = index
      }
      if (least < 0) return
      yield heads[least]!.value
      heads[least] = (await runs[least]!.next()).value as Entry | undefined
    }
  }

  #pathOf = (run: number) => join(this.#folder, `run-${run}.jsonl`)

  async #writeRun(): Promise<void> {
    const writer = new LineWriter(this.#pathOf(this.#runs))
    for (const entry of this.#entries.sort(compare)) await writer.write(entry)
    await writer.close()
    this.#runs += 1
    this.#entries = []
    this.#length = 0
  }
}

const compare = (one: Entry, other: Entry) => one.key - other.key || one.order - other.order

async function* entriesOf(path: string): AsyncGenerator<Entry> {
  for await (const lines of readLines(path)) {
    for (const { line } of lines) yield JSON.parse(line) as Entry
  }
}
