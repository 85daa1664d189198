export type RefusalReason =
  /** not a form, or a truncated one */
  | 'malformed'
  /** more parts than allowed */
  | 'parts'
  /** a file is too large */
  | 'file'
  /** the fields, or the whole request, are too large */
  | 'body'
  /** nothing has arrived for too long */
  | 'stalled'
  /** the client has closed the connection */
  | 'cut'
  /** too many uploads at once: see UploadsBusy */
  | 'busy'

/** A rejected body. Each product has its own error messages for it. */
export class UploadRefusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`upload refused: ${reason}`)
    this.reason = reason
  }
}

export type UploadLevel = 'key' | 'tenant' | 'server'

/** Too many uploads are in flight; this one has to wait. */
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

  /** `whose`: the product's names for the three levels. */
  explain(whose: Record<UploadLevel, string>): string {
    return this.unit === 'uploads'
      ? `Too many uploads at once ${whose[this.level]} (limit: ${this.limit})`
      : `Uploads at once ${whose[this.level]} are too large together (limit: ${this.limit} bytes)`
  }
}
