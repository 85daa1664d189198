/** Redis cannot be used: at the start shown as its message, without a stack. */
export class RedisUnavailable extends Error {
  /** It answered, and does not let us in: a mistake in the settings. Otherwise it may come later. */
  readonly isRefusal: boolean

  constructor(url: string, cause: unknown, isRefusal: boolean) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason =
      code === 'ECONNREFUSED' ? 'nothing listens there' : (message || String(code)).replace(/\.$/, '')
    // Without the name and the password in the address.
    super(`Redis at ${new URL(url).host} cannot be used: ${reason}.`, { cause })
    this.isRefusal = isRefusal
  }
}
