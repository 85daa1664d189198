import { Client } from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'

const PATIENCE_MS = 10_000

/** One connection to see that there is a database: the pool would only find out at the first query. */
export async function reachPostgres(url: string): Promise<void> {
  let client: Client | undefined
  try {
    client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
    await client.connect()
  } catch (error) {
    throw new DatabaseUnavailable(`PostgreSQL at ${placeOf(url)} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    })
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Without the name and the password in it. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ECONNRESET: 'it closed the connection',
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (reasons[code ?? ''] ?? (message || code || String(error))).replace(/\.$/, '')
}
