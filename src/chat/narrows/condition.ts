import type { SearchTerm } from '../search/search-term.ts'

/** What a message has to fulfil, in terms of the database; `negated` turns it around. */
export type Condition = (
  | { kind: 'recipient'; id: number }
  | { kind: 'recipients'; ids: readonly number[] }
  | { kind: 'streams'; ids: readonly number[] }
  | { kind: 'topic'; key: string }
  /** of a muted stream, or in a muted topic */
  | { kind: 'muted' }
  | { kind: 'sender'; id: number }
  | { kind: 'message'; id: number }
  | { kind: 'private' }
  | { kind: 'has'; what: 'link' | 'image' | 'attachment' | 'reaction' }
  | { kind: 'flag'; flag: 'starred' | 'mentioned' | 'has_alert_word' }
  | { kind: 'unread'; ids: readonly number[] }
  /** in a topic that is marked as done */
  | { kind: 'resolved' }
  | { kind: 'text'; terms: readonly SearchTerm[] }
) & { negated: boolean }

export const notMuted: Condition = { kind: 'muted', negated: true }

/** A narrow, ready to be searched for. */
export interface CompiledNarrow {
  conditions: readonly Condition[]
  /** Recipients (streams) whose whole history is open to the searcher in this narrow. */
  openRecipients: ReadonlySet<number>
  /** What to highlight in what is found. */
  words: readonly SearchTerm[]
}
