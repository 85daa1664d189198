/** What is the matter with the place where data is kept: no room, or nobody there. */
export type StorageTrouble = 'full' | 'away'

const full = /^(SQLITE_FULL|53100|ENOSPC|EDQUOT)/
const away =
  /^(SQLITE_(IOERR|BUSY|CANTOPEN|READONLY)|08\w{3}|53\w{3}|57P\w\w|25006|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/
/** What the driver of PostgreSQL says without a code. */
const cutOff =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/

/** undefined: the error has another reason. */
export function storageTrouble(error: unknown): StorageTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message } = error as Error & { code?: unknown }
  const reason = typeof code === 'string' ? code : ''
  if (full.test(reason)) return 'full'
  return away.test(reason) || (reason === '' && cutOff.test(message)) ? 'away' : undefined
}
