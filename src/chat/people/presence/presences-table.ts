/** When somebody was last seen, by the program that told so. One row for a person, written now and then. */
export interface PresencesTable {
  realm_id: number
  user_id: number
  /** JSON: the name of the program -> [status, epoch seconds] */
  clients: string
  /** the newest of them */
  seen_at: number
}
