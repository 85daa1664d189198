import { alwaysLeader, type Leadership } from './leadership.ts'

export type ProductName = 'chat' | 'telephony'

/** This server among those that serve the same data. */
export interface Nodes {
  readonly leaderships: Readonly<Record<ProductName, Leadership>>
  /** Settles only if the data was given to others while this server had lost its place: it must not go on serving. */
  readonly refused: Promise<Error>
  leave(): Promise<void>
}

/** On SQLite, and for a command: there are no others. */
export const alone: Nodes = {
  leaderships: { chat: alwaysLeader, telephony: alwaysLeader },
  refused: new Promise(() => {}),
  async leave() {},
}
