import { Client, type QueryConfig } from 'pg'
import { nameOfStatement } from './statement-names.ts'

/**
 * A connection that names prepared statements, which Kysely does not support, and sends statements of the same tick
 * together.
 */
export class NamedStatementClient extends Client {
  #isCorked = false

  // biome-ignore lint/suspicious/noExplicitAny: pg has a dozen ways to be called, and all but one pass through
  override query(text: any, ...more: any[]): any {
    this.#cork()
    const name = typeof text === 'string' ? nameOfStatement(text) : undefined
    const [values, ...rest] = more
    const query = name === undefined ? text : ({ name, text, values } satisfies QueryConfig)
    return (super.query as (...all: unknown[]) => unknown)(query, ...(name === undefined ? more : rest))
  }

  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}
