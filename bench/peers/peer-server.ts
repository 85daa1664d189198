/** A server under comparison. */
export interface PeerServer {
  name: string
  protocol: 'xmpp' | 'switchboard'
  /** Whether an acknowledged message survives a power cut. Only servers that sync are compared with. */
  synced: boolean
  /** how it stores the archive, and what it does about syncing */
  storage: string
  port: number
  /** of our API: one for each account */
  authorizations: readonly string[]
  /** Messages in the SQLite file that it is said to use: a setting that it ignores must not pass for another store. */
  countArchived(): number | undefined
  /** When it appears, the server collects its garbage and removes it. */
  collectFile: string
  /** processes whose memory counts, each with its children */
  pids: readonly number[]
  stop(): Promise<void>
}

/** Accounts that every server has: u0, u1, … for the XMPP servers. */
export const ACCOUNTS = 1100
