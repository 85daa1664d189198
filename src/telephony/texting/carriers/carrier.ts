/** A text on its way out. Numbers are E.164 with the plus sign. */
export interface OutboundText {
  /** ours: the same text is never sent under two of them */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** addresses where the carrier may fetch the attachments */
  readonly media: readonly string[]
}

export type CarrierStatus = 'sent' | 'delivered' | 'undelivered' | 'failed'

export type CarrierEvent =
  | {
      readonly kind: 'text'
      /** the carrier's name for it: a second text of the same name is a repetition */
      readonly carrierId: string
      readonly from: string
      readonly to: string
      readonly text: string
    }
  | {
      readonly kind: 'receipt'
      /** what `send` answered */
      readonly carrierId: string
      readonly status: CarrierStatus
      readonly errorCode: string | null
      readonly errorMessage: string | null
    }

/** Resolves when the event is stored, with whether anybody here was meant; rejects when it must come again. */
export type CarrierListener = (event: CarrierEvent) => Promise<boolean>

/** What we need from whoever carries texts. */
export interface Carrier {
  /** Resolves when the carrier has taken the text, with its name for it. Fails with CarrierFailure. */
  send(text: OutboundText): Promise<{ carrierId: string }>
  listen(listener: CarrierListener): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** The carrier refused, or could not be reached (`temporary`: it is worth trying again). */
export class CarrierFailure extends Error {
  readonly code: string
  readonly temporary: boolean

  constructor(message: string, code: string, temporary: boolean) {
    super(message)
    this.code = code
    this.temporary = temporary
  }
}
