import { useEffect, useMemo } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { UserSettings } from '../state/chat-state.ts'
import { type Conversation, conversationKey } from '../state/conversation.ts'
import { useWorkspace } from '../state/workspace.ts'

/** The notification is repeated while the user types, before it expires for the others. */
const REPEAT_MS = 10_000

/** After a pause this long, the user has stopped typing. */
const PAUSE_MS = 8000

export function useTypingNotifier() {
  const { state } = useWorkspace()
  const notifier = useMemo(
    () => createTypingNotifier(state.get().me.userId, () => state.get().settings),
    [state],
  )
  useEffect(() => () => notifier.stop(), [notifier])
  return notifier
}

type Wanted = Pick<UserSettings, 'send_private_typing_notifications' | 'send_stream_typing_notifications'>

/** Sends typing notifications to the other users of a conversation. Failures are ignored. */
function createTypingNotifier(me: number, settings: () => Wanted) {
  let sent: { conversation: Conversation; at: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function notify(op: 'start' | 'stop', conversation: Conversation): void {
    const where =
      conversation.kind === 'topic'
        ? { type: 'stream', stream_id: conversation.streamId, topic: conversation.topic }
        : { type: 'private', to: JSON.stringify(conversation.userIds) }
    callChat('POST /typing', { op, ...where }).catch(() => undefined)
  }
  function isWanted(conversation: Conversation): boolean {
    if (conversation.kind === 'topic') return settings().send_stream_typing_notifications
    const isAlone = conversation.userIds.every((id) => id === me)
    return !isAlone && settings().send_private_typing_notifications
  }
  /** Without a stop notification: the sent message implies it. */
  function reset(): void {
    clearTimeout(timer)
    sent = undefined
  }
  function stop(): void {
    const { conversation } = sent ?? {}
    reset()
    if (conversation && isWanted(conversation)) notify('stop', conversation)
  }

  return {
    stop,
    reset,
    typed(conversation: Conversation): void {
      if (sent && conversationKey(sent.conversation) !== conversationKey(conversation)) stop()
      if (!isWanted(conversation)) return
      const now = Date.now()
      if (!sent || now - sent.at >= REPEAT_MS) {
        sent = { conversation, at: now }
        notify('start', conversation)
      }
      clearTimeout(timer)
      timer = setTimeout(stop, PAUSE_MS)
    },
  }
}
