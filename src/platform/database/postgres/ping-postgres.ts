import type { ClientBase, Connection, Submittable } from 'pg'

/**
 * A sign of life without a statement: the Sync message of the protocol, which PostgreSQL confirms. It also restarts
 * `idle_session_timeout`.
 */
class Ping implements Submittable {
  readonly done: Promise<void>
  /** Called by pg. */
  handleReadyForQuery!: () => void
  handleError!: (error: Error) => void

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.handleReadyForQuery = resolve
      this.handleError = reject
    })
  }

  submit(connection: Connection): void {
    connection.sync()
  }
}

export const pingPostgres = (client: ClientBase): Promise<void> => client.query(new Ping()).done
