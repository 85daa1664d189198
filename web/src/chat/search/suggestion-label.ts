import { t } from '../../texts/texts.ts'
import type { Suggestion } from './suggest-search.ts'

/** What a suggestion means, in words. */
export function suggestionLabel(suggestion: Suggestion): string {
  const label = plainLabel(suggestion)
  return suggestion.negated ? t.search.not(label) : label
}

function plainLabel({ kind, value, operator }: Suggestion): string {
  switch (kind) {
    case 'words':
      return operator === 'here' ? t.search.here(value) : t.search.words(value)
    case 'operator':
      return t.search.operators[value as keyof typeof t.search.operators]
    case 'state':
      return t.search.states[value as keyof typeof t.search.states]
    case 'date':
      return operator === 'before' ? t.search.sentBefore(value) : t.search.sentAfter(value)
    case 'stream':
      return t.search.inStream(value)
    case 'topic':
      return t.search.inTopic(value)
    case 'person':
      return operator === 'dm' ? t.search.withPerson(value) : t.search.sentBy(value)
  }
}
