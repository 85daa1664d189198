/** What we use of Redis: notifications and counters. Nothing is stored there that must not be lost. */
export interface Redis {
  /** Whether the last command succeeded. */
  readonly isUp: boolean
  /** To the current subscribers. Lost while Redis is down. */
  send(channel: string, text: string): void
  /** Subscribes again after a lost connection. */
  subscribe(channel: string, listener: (text: string) => void): void
  unsubscribe(channel: string): void
  /** Runs a script on one key. Fails quickly while Redis is down. */
  run(script: string, key: string, args: readonly string[]): Promise<unknown>
  close(): Promise<void>
}
