import { useEffect, useMemo, useRef, useState } from 'react'
import { useTopicNames } from '../completion/use-topic-names.ts'
import { openHash, useNarrowHash, useRoute } from '../narrows/route.ts'
import { type Narrow, termsOf } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'
import { parseSearch, searchText, suggestMeant } from './parse-search.ts'
import type { SearchNames } from './search-names.ts'
import { type SearchKnowledge, type Suggestion, suggestSearch } from './suggest-search.ts'

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

/** The names that a search can use. Subscribed streams come before the others. */
function useSearchNames(): SearchNames {
  const streams = useChat((state) => state.streams)
  const subscriptions = useChat((state) => state.subscriptions)
  const people = useChat((state) => state.people)
  return useMemo(() => {
    const known = [...streams.values()].sort(
      (one, other) =>
        Number(subscriptions.has(other.stream_id)) - Number(subscriptions.has(one.stream_id)) ||
        one.name.localeCompare(other.name),
    )
    return {
      streams: known.map(({ stream_id: id, name }) => ({ id, name })),
      people: [...people.values()]
        .sort((one, other) => Number(other.is_active) - Number(one.is_active))
        .map(({ user_id: id, full_name: name, email }) => ({ id, name, email })),
    }
  }, [streams, subscriptions, people])
}

/** The names, and the topics of the stream in question once the text asks for a topic. */
function useSearchKnowledge(text: string, narrow: Narrow | undefined, names: SearchNames): SearchKnowledge {
  const wantsTopic = /(^|\s)-?(topic|subject):/i.test(text)
  const named = parseSearch(text, names).find(({ operator }) => operator === 'stream')?.operand
  const open = narrow?.kind === 'stream' || narrow?.kind === 'topic' ? narrow.streamId : undefined
  const wanted = named ?? open
  const streamId = wantsTopic && typeof wanted === 'number' ? wanted : undefined
  const topics = useTopicNames(streamId)
  return useMemo(() => ({ ...names, topics }), [names, topics])
}
