import { badNarrow } from '../../chat-error.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Streams } from '../../streams/streams.ts'
import type { CompiledNarrow, Condition } from './condition.ts'
import { findOperator } from './narrow-operators.ts'
import type { NarrowTerm } from './read-narrow.ts'
import { resolveWith } from './resolve-with.ts'

/** Each word is looked up in every segment of the index. */
const WORDS_LIMIT = 50
/** Limits long phrases in the same way. */
const TOKENS_LIMIT = 200

/** Resolves the names in the terms, and decides which histories they open. */
export async function compileNarrow(
  chat: Streams,
  actor: Actor,
  terms: readonly NarrowTerm[],
): Promise<CompiledNarrow> {
  const conditions: Condition[] = []
  const openRecipients = new Set<number>()
  let receivedOnly = false
  let [since, until] = [0, Number.POSITIVE_INFINITY]
  for (const term of await resolveWith(chat.database.read, actor, terms)) {
    const operator = findOperator(term.operator)
    if (!operator) throw badNarrow(`unknown operator ${term.operator}`)
    const operand = Array.isArray(term.operand) ? term.operand.join(',') : String(term.operand)
    const meaning = await operator.mean(chat, actor, term, operand)
    const { condition } = meaning
    if (condition) conditions.push({ ...condition, negated: condition.negated !== term.negated })
    const [from, to] = term.negated ? [meaning.until, meaning.since] : [meaning.since, meaning.until]
    since = Math.max(since, from ?? 0)
    until = Math.min(until, to ?? Number.POSITIVE_INFINITY)
    if (meaning.receivedOnly) receivedOnly = true
    if (!term.negated) for (const id of meaning.opens ?? []) openRecipients.add(id)
  }
  checkWords(conditions)
  if (receivedOnly) openRecipients.clear()
  return { conditions, openRecipients, since, until }
}

function checkWords(conditions: readonly Condition[]): void {
  const terms = conditions.flatMap((condition) => (condition.kind === 'text' ? condition.terms : []))
  if (terms.length > WORDS_LIMIT) throw badNarrow(`too many words (limit: ${WORDS_LIMIT})`)
  const tokens = terms.reduce((sum, term) => sum + term.tokens.length, 0)
  if (tokens > TOKENS_LIMIT) throw badNarrow(`search is too long (limit: ${TOKENS_LIMIT} words)`)
}
