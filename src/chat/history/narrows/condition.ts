import type { SearchTerm } from '../../messages/search-index/search-term.ts'

/**
 * What a message has to fulfil; `negated` turns it around. Operators are defined in these terms (narrow-operators.ts).
 * SQL (condition-store.ts), tokens of the search index (messages/search-index/index-token.ts) and the places to look in
 * (history/search-scope.ts) are derived from them.
 */
export type Condition = Test & { readonly negated: boolean }

export type Test =
  /** A column has one of these values. */
  | { readonly kind: 'column'; readonly column: MessageColumn; readonly values: readonly number[] }
  | { readonly kind: 'topic'; readonly key: string }
  | { readonly kind: 'topic prefix'; readonly prefix: string }
  | { readonly kind: 'private' }
  | { readonly kind: 'flag'; readonly flag: 'starred' | 'mentioned' | 'has_alert_word' }
  | { readonly kind: 'unread' }
  /** It is in a muted stream or topic. */
  | { readonly kind: 'muted' }
  | { readonly kind: 'reaction' }
  | { readonly kind: 'text'; readonly terms: readonly SearchTerm[] }

export type MessageColumn = 'id' | 'recipient_id' | 'sender_id' | 'has_link' | 'has_image' | 'has_attachment'

export const notMuted: Condition = { kind: 'muted', negated: true }

/** A narrow, ready to be searched for. */
export interface CompiledNarrow {
  readonly conditions: readonly Condition[]
  /** Recipients (streams) whose whole history is open to the searcher in this narrow. */
  readonly openRecipients: ReadonlySet<number>
}

/** What to highlight in what is found. */
export const searchedTerms = (conditions: readonly Condition[]): readonly SearchTerm[] =>
  conditions.flatMap((condition) => (condition.kind === 'text' && !condition.negated ? condition.terms : []))
