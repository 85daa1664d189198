import { queryOptions } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from './chat-keys.ts'

export interface Topic {
  name: string
  /** the newest message */
  maxId: number
}

/** The topics of a stream, the newest first. Without a stream, nothing is fetched. */
export function topicsQuery(streamId: number | undefined) {
  return queryOptions({
    queryKey: chatKeys.topics(streamId),
    enabled: streamId !== undefined,
    async queryFn({ signal }) {
      const input = { stream_id: streamId! }
      const { topics } = await callChat('GET /users/me/{stream_id}/topics', input, { signal })
      return topics.map((topic): Topic => ({ name: topic.name, maxId: topic.max_id }))
    },
  })
}
