import { useMemo } from 'react'
import { useTopicNames } from '../completion/use-topic-names.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { useChat } from '../state/workspace.ts'
import { parseSearch } from './parse-search.ts'
import type { SearchNames } from './search-names.ts'
import type { SearchKnowledge } from './suggest-search.ts'

/** The names that a search can use. Subscribed streams come before the others. */
export function useSearchNames(): SearchNames {
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
export function useSearchKnowledge(
  text: string,
  narrow: Narrow | undefined,
  names: SearchNames,
): SearchKnowledge {
  const wantsTopic = /(^|\s)-?(topic|subject):/i.test(text)
  const named = parseSearch(text, names).find(({ operator }) => operator === 'stream')?.operand
  const open = narrow?.kind === 'stream' || narrow?.kind === 'topic' ? narrow.streamId : undefined
  const wanted = named ?? open
  const streamId = wantsTopic && typeof wanted === 'number' ? wanted : undefined
  const topics = useTopicNames(streamId)
  return useMemo(() => ({ ...names, topics }), [names, topics])
}
