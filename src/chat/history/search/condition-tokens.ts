import { topicToken } from '../../messages/search-index/index-token.ts'
import type { Condition, MessageColumn } from '../narrows/condition.ts'

/** A message that matches the condition has one of these tokens. undefined: the index cannot tell. */
export function tokensOfCondition(condition: Condition): string[] | undefined {
  if (condition.negated) return undefined
  switch (condition.kind) {
    case 'column': {
      const token = columnTokens.get(condition.column)
      return token && condition.values.length <= VALUES_AT_ONCE ? condition.values.map(token) : undefined
    }
    case 'topic':
      return [topicToken(condition.key)]
    case 'private':
      return ['=p']
    default:
      return undefined
  }
}

const VALUES_AT_ONCE = 20

/** The same tokens as those of placeTokens. */
const columnTokens = new Map<MessageColumn, (value: number) => string>([
  ['recipient_id', (id) => `=r${id}`],
  ['sender_id', (id) => `=s${id}`],
  ['has_link', () => '=hlink'],
  ['has_image', () => '=himage'],
  ['has_attachment', () => '=hattachment'],
])
