import type { ClientConfig } from 'pg'
import { sessionSettings } from './postgres-session.ts'
import { WatchedClient } from './watched-client.ts'

const begins = /^\s*(begin|start transaction)\b/i
const ends = /^(commit|rollback)$/i

/**
 * A connection through a pooler in transaction mode. Every transaction brings its settings, and a statement outside of one
 * gets its own, all in one round trip: the connection must be pipelined. Statements have no names.
 */
export function transactionClient(schema: string): new (config?: ClientConfig) => WatchedClient {
  const settings = Object.entries(sessionSettings(schema))
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')

  return class TransactionClient extends WatchedClient {
    #isOpen = false

    protected override get hasSession(): boolean {
      return false
    }

    // biome-ignore lint/suspicious/noExplicitAny: see WatchedClient
    override query(...statement: [any, any?, any?]): any {
      const [text] = statement
      if (typeof text !== 'string') return super.query(...statement)
      if (begins.test(text)) {
        this.#isOpen = true
        return super.query(`${text}; ${settings}`)
      }
      if (ends.test(text)) this.#isOpen = false
      else if (!this.#isOpen) return this.#queryAlone(statement)
      return super.query(...statement)
    }

    // biome-ignore lint/suspicious/noExplicitAny: see WatchedClient
    async #queryAlone(statement: [any, any?, any?]): Promise<unknown> {
      const began = super.query(`begin; ${settings}`)
      const answered = super.query(...statement)
      // After an error this is a rollback.
      const ended = super.query('commit')
      const [, answer] = await Promise.all([began, answered, ended])
      return answer
    }
  }
}
