declare module '../../chat-tables.ts' {
  interface ChatTables {
    recipients: RecipientsTable
    receptions: ReceptionsTable
    arrivals: ArrivalsTable
  }
}

/** The recipient of a message: a stream, or a fixed set of people. */
export interface RecipientsTable {
  realm_id: number
  id: number
  /** null: a private conversation */
  stream_id: number | null
  /** ids of the people of a private conversation, ascending, joined by commas; null for a stream */
  members: string | null
}

/**
 * The period in which a user receives the messages of a recipient: one row per subscription period or private
 * conversation, none per message. Bounds are exclusive below and inclusive above; null: still open.
 */
export interface ReceptionsTable {
  realm_id: number
  user_id: number
  recipient_id: number
  stream_id: number | null
  from_message: number
  until_message: number | null
  /** the same bounds in positions of the event log */
  from_event: number
  until_event: number | null
}

/**
 * Messages that were moved to a stream: those of the recipient with an id in this range arrived at this position of the
 * event log. The subscribers at that time received them. Ranges of a recipient do not overlap,
 * and include no message that was sent to the stream itself.
 */
export interface ArrivalsTable {
  realm_id: number
  recipient_id: number
  from_id: number
  /** inclusive */
  to_id: number
  position: number
}

/** With the fields that decide whether the user may still read what they received. */
export interface ReceptionRow extends ReceptionsTable {
  /** of the stream; null: a private conversation */
  invite_only: number | null
  archived_at_event: number | null
}
