import { useEffect, useMemo, useRef, useState } from 'react'
import { type Narrow, termsOf } from '../narrows/narrow.ts'
import { openHash, useNarrowHash, useRoute } from '../shell/route.ts'
import { parseSearch } from './parse-search.ts'
import { searchText } from './search-text.ts'
import { suggestMeant } from './suggest-meant.ts'
import { type Suggestion, suggestSearch } from './suggest-search.ts'
import { useSearchKnowledge, useSearchNames } from './use-search-knowledge.ts'

/** The text of the search field, its suggestions, and where they lead. */
export function useSearchField() {
  const route = useRoute()
  const hashOf = useNarrowHash()
  const names = useSearchNames()
  const narrow = route.page === 'messages' ? route.narrow : undefined
  const shown = narrow?.kind === 'search' ? searchText(narrow.terms, names) : ''
  const [text, setText] = useState(shown)
  const before = useRef('#inbox')
  useEffect(() => setText(shown), [shown])
  useEffect(() => {
    // Clearing the search returns to the view before it.
    if (route.page === 'inbox') before.current = '#inbox'
    if (narrow && narrow.kind !== 'search') before.current = hashOf(narrow)
  }, [route.page, narrow, hashOf])
  const known = useSearchKnowledge(text, narrow, names)
  /** The text that was to be searched for, and may mean several things. */
  const [unclear, setUnclear] = useState('')
  const isQuestion = unclear !== '' && unclear === text
  const suggestions = useMemo(() => {
    if (isQuestion) return suggestMeant(text, names)
    const here = suggestHere(text, narrow, (terms) => searchText(terms, names))
    return [...suggestSearch(text, known), ...here]
  }, [text, known, narrow, names, isQuestion])
  return {
    text,
    setText,
    suggestions,
    isQuestion,
    /** Opens the results. Returns false if the user has to say first what is meant. */
    search(wanted: string): boolean {
      const terms = parseSearch(wanted, names)
      if (terms.length === 0) return true
      if (suggestMeant(wanted, names).length > 0) {
        setText(wanted)
        setUnclear(wanted)
        return false
      }
      setText(wanted.trim())
      openHash(hashOf({ kind: 'search', terms }))
      return true
    },
    clear() {
      setText('')
      if (narrow?.kind === 'search') openHash(before.current)
    },
    /** Discards text that was typed but not searched for. */
    restore: () => setText(shown),
  }
}

/** Searches are often meant for the open conversation. */
function suggestHere(
  text: string,
  narrow: Narrow | undefined,
  write: (terms: ReturnType<typeof termsOf>) => string,
): Suggestion[] {
  const isPlace = narrow?.kind === 'stream' || narrow?.kind === 'topic' || narrow?.kind === 'direct'
  if (!isPlace || text.trim() === '' || text.includes(':')) return []
  const place = write(termsOf(narrow))
  return [
    {
      text: `${place} ${text.trim()}`,
      kind: 'words',
      value: text.trim(),
      operator: 'here',
      negated: false,
      complete: true,
    },
  ]
}
