/** An outbound text. Numbers are E.164 with the plus sign. */
export interface OutboundText {
  /** our id: a text is never sent under two ids */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** addresses where the carrier may fetch the attachments */
  readonly media: readonly string[]
}

/** The company decides which carrier is used. */
export interface CompanyText extends OutboundText {
  readonly companyId: number
}

export type CarrierStatus = 'sent' | 'delivered' | 'undelivered' | 'failed'

export type CarrierEvent =
  | {
      readonly kind: 'text'
      /** the carrier's id: a second text with the same id is a duplicate */
      readonly carrierId: string
      readonly from: string
      readonly to: string
      readonly text: string
    }
  | {
      readonly kind: 'receipt'
      /** the id that `send` returned */
      readonly carrierId: string
      readonly status: CarrierStatus
      readonly errorCode: string | null
      readonly errorMessage: string | null
    }

/**
 * Resolves when the event is stored, with whether the recipient is known here. Rejects if the event must be sent again.
 */
export type CarrierListener = (event: CarrierEvent) => Promise<boolean>

/** What we need from a carrier. */
export interface Carrier {
  /** Resolves with the carrier's id when the carrier has accepted the text. Throws CarrierFailure. */
  send(text: OutboundText): Promise<{ carrierId: string }>
  listen(listener: CarrierListener): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** The carrier refused, or could not be reached (`temporary`: worth a retry). */
export class CarrierFailure extends Error {
  readonly code: string
  readonly temporary: boolean

  constructor(message: string, code: string, temporary: boolean) {
    super(message)
    this.code = code
    this.temporary = temporary
  }
}
