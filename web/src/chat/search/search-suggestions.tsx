import { AtSign, CalendarDays, Hash, MessageSquareText, Search, SlidersHorizontal, Tag } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './search-suggestions.module.css'
import type { Suggestion } from './suggest-search.ts'

interface SearchSuggestionsProps {
  id: string
  open: boolean
  suggestions: readonly Suggestion[]
  /** The one that Enter takes; -1: none. */
  active: number
  onChoose: (suggestion: Suggestion) => void
  /** The search names something that several have: the suggestions are what it may mean. */
  isQuestion: boolean
}

const signs = {
  operator: SlidersHorizontal,
  stream: Hash,
  topic: MessageSquareText,
  person: AtSign,
  state: Tag,
  date: CalendarDays,
  words: Search,
}

/** The focus stays in the field, which moves through the list. */
export function SearchSuggestions({
  id,
  open,
  suggestions,
  active,
  onChoose,
  isQuestion,
}: SearchSuggestionsProps) {
  return (
    <>
      <div id={id} role="listbox" aria-label={t.search.suggestions} className={styles.list} hidden={!open}>
        {open && isQuestion && (
          <div className={styles.question} aria-hidden="true">
            {t.search.whichOne}
          </div>
        )}
        {open &&
          suggestions.map((suggestion, index) => {
            const Sign = signs[suggestion.kind]
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              <div
                key={`${suggestion.kind} ${suggestion.operator} ${suggestion.text}`}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={classNames(styles.option, index === active && styles.active)}
                // Before the field loses the focus, and with it the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(suggestion)}
              >
                <Sign aria-hidden="true" />
                <span className={styles.label}>{suggestionLabel(suggestion)}</span>
                {suggestion.kind !== 'words' && <code>{lastWord(suggestion)}</code>}
              </div>
            )
          })}
      </div>
      <span className="visually-hidden" role="status">
        {open && (isQuestion ? t.search.whichOne : t.search.count(suggestions.length))}
      </span>
    </>
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
