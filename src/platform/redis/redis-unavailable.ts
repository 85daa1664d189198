/** Redis cannot be used: shown at startup as its message, without a stack. */
export class RedisUnavailable extends Error {
  /** Redis responded and rejected us: the settings are wrong. Otherwise it may become reachable later. */
  readonly isRefusal: boolean

  constructor(url: string, cause: unknown, isRefusal: boolean) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason =
      code === 'ECONNREFUSED' ? 'nothing listens there' : (message || String(code)).replace(/\.$/, '')
    // Without user and password.
    super(`Redis at ${new URL(url).host} cannot be used: ${reason}.`, { cause })
    this.isRefusal = isRefusal
  }
}
