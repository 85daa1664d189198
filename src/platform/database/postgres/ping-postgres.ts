import type { ClientBase, Connection, Submittable } from 'pg'

/**
 * A sign of life without a statement: the Sync message of the protocol, which PostgreSQL confirms. It also restarts
 * `idle_session_timeout`.
 */
class Ping implements Submittable {
  readonly done: Promise<void>
  /** pg wraps it where queries have a timeout: only a call of it ends that timeout. */
  callback!: (error?: Error) => void

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve())
    })
  }

  submit(connection: Connection): void {
    connection.sync()
  }

  handleReadyForQuery(): void {
    this.callback()
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}

export const pingPostgres = (client: ClientBase): Promise<void> => client.query(new Ping()).done
