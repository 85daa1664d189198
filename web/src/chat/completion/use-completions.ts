import { useEffect, useMemo, useState } from 'react'
import type { Destination } from '../destination/destination.ts'
import { type Emoji, loadEmoji } from '../emoji/emoji-data.ts'
import { useChat } from '../state/workspace.ts'
import type { CompletionQuery } from './completion-query.ts'
import { findCompletions } from './find-completions.ts'
import type { Completion } from './suggestion.ts'
import { useTopicNames } from './use-topic-names.ts'

const none: readonly Completion[] = []

/** The suggestions for a query. */
export function useCompletions(
  query: CompletionQuery | undefined,
  destination: Destination,
): readonly Completion[] {
  const state = useChat((all) => all)
  const emoji = useEmojiOnce(query?.kind === 'emoji')
  const named = query?.kind === 'topic' ? query.stream : undefined
  const streamId = useMemo(
    () => [...state.streams.values()].find(({ name }) => name === named)?.stream_id,
    [state.streams, named],
  )
  const topics = useTopicNames(streamId)
  return useMemo(
    () => (query ? findCompletions(query, { state, destination, emoji, topics }) : none),
    [query, state, destination, emoji, topics],
  )
}

/** The table is large: it is loaded with the first colon. */
function useEmojiOnce(wanted: boolean): readonly Emoji[] {
  const own = useChat((state) => state.emoji)
  const [all, setAll] = useState<readonly Emoji[]>([])
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void loadEmoji(own).then((emoji) => {
      if (!gone) setAll(emoji)
    })
    return () => {
      gone = true
    }
  }, [own, wanted])
  return all
}
