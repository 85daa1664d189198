import type { ClientBase } from 'pg'

const PARAMETER = 'pooler'

/**
 * Whether the address leads to a pooler in transaction mode, such as PgBouncer: it gives each transaction another session
 * of PostgreSQL, so nothing of a session can be relied on.
 */
export const isPooledByTransaction = (url: string): boolean =>
  URL.canParse(url) && new URL(url).searchParams.get(PARAMETER) === 'transaction'

/** What is wrong with the address. */
export function findPoolerMistake(url: string): string | undefined {
  const found = URL.canParse(url) ? new URL(url).searchParams.get(PARAMETER) : null
  return found === null || found === 'transaction' ? undefined : `${PARAMETER} must be 'transaction'`
}

/**
 * Begins a transaction that lasts as long as the connection: the pooler gives it one session for that time. PostgreSQL ends
 * it after `idleMs` without a statement (0: never).
 */
export async function holdTransaction(client: ClientBase, idleMs: number): Promise<void> {
  await client.query(`begin; set local idle_in_transaction_session_timeout = ${idleMs}`)
}
