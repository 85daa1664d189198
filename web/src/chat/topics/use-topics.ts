import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { invalidate } from '../../ui/query-client.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { useWorkspace } from '../state/workspace.ts'
import { type Topic, topicsQuery } from './topics-query.ts'

const ASK_AFTER_MS = 200

export interface Topics {
  /** The newest first; undefined until they are loaded. */
  topics: readonly Topic[] | undefined
  error: unknown
  reload: () => void
}

/** The topics of a stream: as fetched, with the messages that arrived since. */
export function useTopics(streamId: number): Topics {
  const { listen } = useWorkspace()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(topicsQuery(streamId))
  const [come, setCome] = useState<readonly (Topic & { streamId: number })[]>([])
  useEffect(() => {
    let timer: number | undefined
    const ask = () => {
      timer = undefined
      setCome([])
      void invalidate(queries, chatKeys.topics(streamId))
    }
    const stop = listen((event) => {
      if (event.type === 'message' && event.message.stream_id === streamId) {
        setCome((list) => [...list, { streamId, name: event.message.subject, maxId: event.message.id }])
      }
      const isMove = event.type === 'update_message' && event.subject !== undefined
      if (!isMove && event.type !== 'delete_message') return
      if (event.stream_id !== streamId && !(isMove && event.new_stream_id === streamId)) return
      // Only the server knows which topics are left. Many events lead to one request.
      timer ??= window.setTimeout(ask, ASK_AFTER_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [listen, streamId, queries])
  const topics = useMemo(() => {
    if (!data) return undefined
    return mergeTopics([...data, ...come.filter((topic) => topic.streamId === streamId)])
  }, [data, come, streamId])
  return { topics, error, reload: () => void refetch() }
}

/** Topics that differ only in case are one, named as it was named last. */
function mergeTopics(all: readonly Topic[]): Topic[] {
  const byKey = new Map<string, Topic>()
  for (const topic of all) {
    const key = topic.name.toLowerCase()
    if ((byKey.get(key)?.maxId ?? 0) <= topic.maxId) byKey.set(key, topic)
  }
  return [...byKey.values()].sort((one, other) => other.maxId - one.maxId)
}
