import { AtSign, CalendarDays, Hash, MessageSquareText, Search, SlidersHorizontal, Tag } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { AutocompleteList } from '../../ui/autocomplete.tsx'
import styles from './search-suggestions.module.css'
import type { Suggestion } from './suggest-search.ts'

const signs = {
  operator: SlidersHorizontal,
  stream: Hash,
  topic: MessageSquareText,
  person: AtSign,
  state: Tag,
  date: CalendarDays,
  words: Search,
}

const suggestionKey = ({ kind, operator, text }: Suggestion) => `${kind} ${operator} ${text}`

interface SearchSuggestionsProps {
  /** The search names something that several have: the suggestions are what it may mean. */
  isQuestion: boolean
  onChoose: (suggestion: Suggestion) => void
}

export function SearchSuggestions({ isQuestion, onChoose }: SearchSuggestionsProps) {
  return (
    <div className={styles.popup}>
      {isQuestion && (
        <div className={styles.question} aria-hidden="true">
          {t.search.whichOne}
        </div>
      )}
      <AutocompleteList<Suggestion>
        label={t.search.suggestions}
        className={undefined}
        itemClassName={styles.option}
        keyOf={suggestionKey}
        onChoose={onChoose}
      >
        {(suggestion) => {
          const Sign = signs[suggestion.kind]
          return (
            <>
              <Sign aria-hidden="true" />
              <span className={styles.label}>{suggestionLabel(suggestion)}</span>
              {suggestion.kind !== 'words' && <code>{lastWord(suggestion)}</code>}
            </>
          )
        }}
      </AutocompleteList>
    </div>
  )
}

function lastWord({ kind, value, operator, negated, text }: Suggestion): string {
  if (kind === 'state') return `${negated ? '-' : ''}${value}`
  const at = text.lastIndexOf(`${operator}:`)
  return `${negated ? '-' : ''}${text.slice(at)}`
}

/** What a suggestion means, in words. */
function suggestionLabel(suggestion: Suggestion): string {
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
