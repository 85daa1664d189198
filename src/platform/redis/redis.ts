/** What we use of Redis: it wakes and counts. Nothing that must not be lost is kept there. */
export interface Redis {
  /** Whether it answered last. */
  readonly isUp: boolean
  /** To whoever is subscribed at this moment. Lost when Redis is away. */
  send(channel: string, text: string): void
  /** Again by itself after a loss of the connection. */
  subscribe(channel: string, listener: (text: string) => void): void
  unsubscribe(channel: string): void
  /** Runs a script on one key. Fails soon when Redis is away. */
  run(script: string, key: string, args: readonly string[]): Promise<unknown>
  close(): Promise<void>
}
