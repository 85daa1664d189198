/** A fax on its way out: black and white pages as a fax machine wants them. Numbers are E.164. */
export interface OutboundFax {
  /** ours. A fax that is sent again under the same id is the same fax: its receiver gets it once */
  readonly id: string
  readonly from: string
  /** what the receiver reads as the sender's name */
  readonly fromName: string
  readonly to: string
  readonly tiff: Buffer
  readonly pages: number
}

export type FaxLineEvent =
  | {
      readonly kind: 'received'
      /** the line's name for it: a second one of the same name is a repetition */
      readonly lineId: string
      readonly from: string
      readonly fromName: string
      readonly to: string
      readonly tiff: Buffer
    }
  | {
      readonly kind: 'ended'
      /** that of the outbound fax */
      readonly id: string
      readonly status: 'delivered' | 'failed'
      readonly error: string | null
    }

/** Resolves when the event is stored, with whether anybody here was meant; rejects when it must come again. */
export type FaxLineListener = (event: FaxLineEvent) => Promise<boolean>

/** What we need from whoever carries faxes. */
export interface FaxLine {
  /** Resolves when the line has taken the fax; an `ended` event tells how it went. Fails with FaxLineFailure. */
  send(fax: OutboundFax): Promise<void>
  listen(listener: FaxLineListener): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** The line refused, or could not be reached (`temporary`: it is worth trying again). */
export class FaxLineFailure extends Error {
  readonly temporary: boolean

  constructor(message: string, temporary: boolean) {
    super(message)
    this.temporary = temporary
  }
}
