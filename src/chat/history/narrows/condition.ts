import type { SearchTerm } from '../../messages/search-index/search-term.ts'

/**
 * A condition on a message; `negated` inverts it. Operators are defined in these terms (narrow-operators.ts). SQL
 * (condition-store.ts), tokens of the search index (history/search/indexed-text-store.ts) and the places to search
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
  /** The user follows its topic. */
  | { readonly kind: 'followed' }
  | { readonly kind: 'reaction' }
  | { readonly kind: 'text'; readonly terms: readonly SearchTerm[] }

export type MessageColumn = 'id' | 'recipient_id' | 'sender_id' | 'has_link' | 'has_image' | 'has_attachment'

export const notMuted: Condition = { kind: 'muted', negated: true }

/** A narrow that is ready to search. */
export interface CompiledNarrow {
  readonly conditions: readonly Condition[]
  /** Recipients (streams) whose whole history is open to the searcher in this narrow. */
  readonly openRecipients: ReadonlySet<number>
  /** Times that the messages lie between, in UNIX seconds; 0 and Infinity: any. */
  readonly since: number
  readonly until: number
}

/** The terms to highlight in the results. */
export const searchedTerms = (conditions: readonly Condition[]): readonly SearchTerm[] =>
  conditions.flatMap((condition) => (condition.kind === 'text' && !condition.negated ? condition.terms : []))
