import { Client } from 'pg'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { checkIsPrimary, hostUrls } from './postgres-hosts.ts'
import { isPooledByTransaction } from './transaction-pooler.ts'

const TIMEOUT_MS = 10_000

/**
 * Opens one connection to check that the database is there: the pool would notice only at the first query. Of several
 * hosts, one must accept writes.
 */
export async function reachPostgres(url: string): Promise<void> {
  const urls = hostUrls(url)
  const failures: string[] = []
  let cause: unknown
  for (const one of urls) {
    try {
      return await reach(one, urls.length > 1)
    } catch (error) {
      cause = error
      failures.push(`PostgreSQL at ${hostOf(one)} cannot be used: ${reasonOf(error)}.`)
    }
  }
  throw new DatabaseUnavailable(failures.join(' '), { cause })
}

async function reach(url: string, mayBeStandby: boolean): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    // As the pool will: a pooler refuses them.
    ...(!isPooledByTransaction(url) && { options: '-c jit=off' }),
  })
  try {
    await client.connect()
    if (mayBeStandby) await checkIsPrimary(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Without user and password. */
function hostOf(url: string): string {
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
  if (message?.includes('unsupported startup parameter')) {
    return 'it is a pooler that keeps no settings for us; if it is in transaction mode, add ?pooler=transaction to the address'
  }
  return (reasons[code ?? ''] ?? (message || code || String(error))).replace(/\.$/, '')
}
