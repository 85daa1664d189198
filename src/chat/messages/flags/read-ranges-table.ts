/**
 * The messages of a recipient that somebody has read, as ranges of ids that neither overlap nor touch. What they received
 * and no range covers is unread. A message takes up the ids since the message before it in the same stream or
 * conversation, so reading in order keeps one range.
 */
export interface ReadRangesTable {
  realm_id: number
  user_id: number
  recipient_id: number
  from_id: number
  /** inclusive */
  to_id: number
}
