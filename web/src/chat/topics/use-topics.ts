import { useEffect, useMemo, useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useSelected } from '../state/store.ts'
import { useWorkspace } from '../state/workspace.ts'

export interface Topic {
  name: string
  /** the newest message */
  maxId: number
}

const ASK_AFTER_MS = 200

export interface Topics {
  /** The newest first; undefined: not yet there. */
  topics: readonly Topic[] | undefined
  error: unknown
  reload: () => void
}

/** The topics of a stream: what the server knows of, and what has come since. */
export function useTopics(streamId: number): Topics {
  const { listen, generation } = useWorkspace()
  const queue = useSelected(generation, (count) => count)
  const { value, error, reload } = useLoaded(`${streamId} ${queue}`, async (signal) => {
    const answer = await callChat('GET /users/me/{stream_id}/topics', { stream_id: streamId }, { signal })
    return answer.topics.map((topic): Topic => ({ name: topic.name, maxId: topic.max_id }))
  })
  const [come, setCome] = useState<readonly (Topic & { streamId: number })[]>([])
  useEffect(() => {
    let timer: number | undefined
    const ask = () => {
      timer = undefined
      setCome([])
      reload()
    }
    const stop = listen((event) => {
      if (event.type === 'message' && event.message.stream_id === streamId) {
        setCome((list) => [...list, { streamId, name: event.message.subject, maxId: event.message.id }])
      }
      const isMove = event.type === 'update_message' && event.subject !== undefined
      if ((!isMove && event.type !== 'delete_message') || event.stream_id !== streamId) return
      // Which topics are left only the server can tell. Many messages go in many events, and one question is enough.
      timer ??= window.setTimeout(ask, ASK_AFTER_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [listen, streamId, reload])
  const topics = useMemo(() => {
    if (!value) return undefined
    return mergeTopics([...value, ...come.filter((topic) => topic.streamId === streamId)])
  }, [value, come, streamId])
  return { topics, error, reload }
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
