/** What entries of each kind carry. Features add their kinds by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the platform has no kinds of its own
export interface OutboxPayloads {}

export type OutboxKind = keyof OutboxPayloads & string

/** Work to be done after its transaction, in order within a lane, with retries. Times are epoch milliseconds. */
export interface OutboxTable {
  tenant_id: number
  /** counts up in the order of commits */
  id: number
  kind: string
  /** entries of one lane are attempted one at a time, and can be cancelled together */
  lane: string
  /** JSON */
  payload: string
  /** the part of the payload that is encrypted */
  secret_sealed: string | null
  /** attempts that were begun */
  attempts: number
  /** while claimed: when the claim expires; null: it was given up */
  next_attempt_at: number | null
  /** the server that is attempting it */
  claimed_by: string | null
  created_at: number
  /** why the last attempt failed */
  error: string | null
}
