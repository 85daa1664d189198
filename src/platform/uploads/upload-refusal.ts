export type RefusalReason =
  /** no form, or half of one */
  | 'malformed'
  /** more parts than a form may have */
  | 'parts'
  /** a file is larger than it may be */
  | 'file'
  /** the rest of the request is, or all of it together */
  | 'body'
  /** nothing has come for too long */
  | 'stalled'
  /** the client has hung up */
  | 'cut'
  /** too much arrives at once: see UploadsBusy */
  | 'busy'

/** A body that is not taken. Each product has its own words for it. */
export class UploadRefusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`upload refused: ${reason}`)
    this.reason = reason
  }
}

export type UploadLevel = 'key' | 'tenant' | 'server'

/** So much arrives already that this has to wait. */
export class UploadsBusy extends UploadRefusal {
  readonly level: UploadLevel
  readonly unit: 'uploads' | 'bytes'
  readonly limit: number

  constructor(level: UploadLevel, unit: 'uploads' | 'bytes', limit: number) {
    super('busy')
    this.level = level
    this.unit = unit
    this.limit = limit
  }

  /** `whose`: what the product calls the three levels. */
  explain(whose: Record<UploadLevel, string>): string {
    return this.unit === 'uploads'
      ? `Too many uploads at once ${whose[this.level]} (limit: ${this.limit})`
      : `Uploads at once ${whose[this.level]} are too large together (limit: ${this.limit} bytes)`
  }
}
