import { alwaysLeader, type Leadership } from './leadership.ts'

export const productNames = ['chat', 'telephony'] as const
export type ProductName = (typeof productNames)[number]

/** This server's membership in the cluster of servers on the same data. */
export interface Nodes {
  readonly leaderships: Readonly<Record<ProductName, Leadership>>
  /** Settles only if others took the data while this server had lost its locks: it must stop serving. */
  readonly refused: Promise<Error>
  /** On PostgreSQL: the process id of the connection that represents this server. */
  readonly backend: number | undefined
  leave(): Promise<void>
}

/** On SQLite, and for a command: there are no other servers. */
export const alone: Nodes = {
  leaderships: { chat: alwaysLeader, telephony: alwaysLeader },
  refused: new Promise(() => {}),
  backend: undefined,
  async leave() {},
}
