import { type Duty, soleDuty } from './duty.ts'

export type DutyName = 'chat' | 'telephony'

/** This server among those that serve the same data. */
export interface Nodes {
  readonly duties: Readonly<Record<DutyName, Duty>>
  /** Settles only if the data was given to others while this server had lost its place: it must not go on serving. */
  readonly refused: Promise<Error>
  leave(): Promise<void>
}

/** On SQLite, and for a command: there are no others. */
export const alone: Nodes = {
  duties: { chat: soleDuty, telephony: soleDuty },
  refused: new Promise(() => {}),
  async leave() {},
}
