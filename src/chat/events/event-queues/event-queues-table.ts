/** A client's cursor on the event log. Event ids are positions counted from `base`. */
export interface EventQueuesTable {
  id: string
  realm_id: number
  user_id: number
  base: number
  /** the highest position that the client has acknowledged, as far as written down */
  acknowledged: number
  /** JSON: QueueOptions */
  options: string
  /** epoch seconds */
  last_seen: number
  created_at: number
}
