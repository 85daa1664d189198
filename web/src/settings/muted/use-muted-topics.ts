import { callChat } from '../../api/chat-api.ts'
import { MUTED } from '../../chat/state/chat-state.ts'
import { topicKey } from '../../chat/state/conversation.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

export interface MutedTopic {
  streamId: number
  topic: string
}

/** The keys are in small letters; how a topic is really written is known to its stream. */
export function useMutedTopics(): readonly MutedTopic[] {
  const muted = useChat((state) =>
    [...state.topicPolicies].filter(([, policy]) => policy === MUTED).map(([key]) => key),
  ).map(readKey)
  const streamIds = [...new Set(muted.map(({ streamId }) => streamId))].sort((one, other) => one - other)
  const { value: spellings } = useLoaded(streamIds.join(), async (signal) => {
    const written = new Map<string, string>()
    for (const streamId of streamIds) {
      const answer = await callChat('GET /users/me/{stream_id}/topics', { stream_id: streamId }, { signal })
      for (const { name } of answer.topics) written.set(topicKey(streamId, name), name)
    }
    return written
  })
  return muted.map(({ streamId, topic }) => ({
    streamId,
    topic: spellings?.get(topicKey(streamId, topic)) ?? topic,
  }))
}

function readKey(key: string): MutedTopic {
  const at = key.indexOf(':')
  return { streamId: Number(key.slice(1, at)), topic: key.slice(at + 1) }
}
