/** An outbound fax, as black and white pages. Numbers are E.164. */
export interface OutboundFax {
  /** our id. A fax that is sent again under the same id is delivered once */
  readonly id: string
  readonly from: string
  /** the sender's name that the receiver sees */
  readonly fromName: string
  readonly to: string
  readonly tiff: Buffer
  /** where the line can fetch the same pages for an hour */
  readonly url: string
  readonly pages: number
  /** whose fax it is */
  readonly companyId: number
}

export type FaxLineEvent =
  | {
      readonly kind: 'received'
      /** the line's id: a second fax with the same id is a duplicate */
      readonly lineId: string
      /** the company that receives it; undefined: the company of the number */
      readonly companyId?: number
      readonly from: string
      readonly fromName: string
      readonly to: string
      readonly tiff: Buffer
      /** whether the other side has sent all pages */
      readonly isComplete: boolean
    }
  | {
      readonly kind: 'ended'
      /** the id of the outbound fax */
      readonly id: string
      readonly status: 'delivered'
    }
  | {
      readonly kind: 'ended'
      readonly id: string
      readonly status: 'failed'
      /** `temporary`: worth a retry */
      readonly failure: FaxLineFailure
    }

/**
 * Resolves when the event is stored, with whether the recipient is known here. Rejects if the event must be sent again.
 */
export type FaxLineListener = (event: FaxLineEvent) => Promise<boolean>

/** What we need from a fax provider. */
export interface FaxLine {
  /** Resolves when the line has accepted the fax; an `ended` event reports the result. Throws FaxLineFailure. */
  send(fax: OutboundFax): Promise<void>
  listen(listener: FaxLineListener): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** The line refused, or could not be reached (`temporary`: worth a retry). */
export class FaxLineFailure extends Error {
  readonly temporary: boolean

  constructor(message: string, temporary: boolean) {
    super(message)
    this.temporary = temporary
  }
}
