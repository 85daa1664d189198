/**
 * How long a batch of an organization may keep PostgreSQL waiting for its next statement, while all nodes wait for the
 * counters that it has locked. It also bounds what a slow network costs them: a message takes about seven round trips.
 */
export const BATCH_IDLE_MS = 250

/**
 * Settings of every connection of a product. PostgreSQL itself cleans up after a hung or unreachable node: an open
 * transaction, an endless statement, a dead connection.
 */
export const sessionSettings = (schema: string) => ({
  search_path: schema,
  // Our statements are short: compiling one takes longer than running it.
  jit: 'off',
  // For snapshots and files, which work between their statements. Batches of an organization get less: see above.
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 10_000,
})

const keepAlive = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 5,
  tcp_user_timeout: 10_000,
}

export const sessionOptions = (schema: string): string =>
  Object.entries({ ...sessionSettings(schema), ...keepAlive })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
