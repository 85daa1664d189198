/** PostgreSQL closed the session (57P.., 25P03, 25P04), or the network failed. */
const codes =
  /^(08\w{3}|57P\w\w|25P0[34]|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)/
/** Messages of driver errors that have no code. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying)/

/** Whether the connection to PostgreSQL is gone, and with it the transaction that was open on it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as Error & { code?: unknown }
  return typeof code === 'string' ? codes.test(code) : messages.test(message)
}
