import { useQueries } from '@tanstack/react-query'
import { MUTED } from '../../chat/state/chat-state.ts'
import { topicKey } from '../../chat/state/conversation.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { topicsQuery } from '../../chat/topics/topics-query.ts'

export interface MutedTopic {
  streamId: number
  topic: string
}

/** The keys are in lower case, so the names come from the topics of each stream. */
export function useMutedTopics(): readonly MutedTopic[] {
  const muted = useChat((state) =>
    [...state.topicPolicies].filter(([, policy]) => policy === MUTED).map(([key]) => key),
  ).map(readKey)
  const streamIds = [...new Set(muted.map(({ streamId }) => streamId))].sort((one, other) => one - other)
  const lists = useQueries({ queries: streamIds.map(topicsQuery) })
  const names = new Map(
    lists.flatMap(({ data }, index) =>
      (data ?? []).map(({ name }) => [topicKey(streamIds[index]!, name), name] as const),
    ),
  )
  return muted.map(({ streamId, topic }) => ({
    streamId,
    topic: names.get(topicKey(streamId, topic)) ?? topic,
  }))
}

function readKey(key: string): MutedTopic {
  const at = key.indexOf(':')
  return { streamId: Number(key.slice(1, at)), topic: key.slice(at + 1) }
}
