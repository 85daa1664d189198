import { callChat } from '../../api/chat-api.ts'
import type { UserSettings } from '../state/chat-state.ts'
import { type Conversation, conversationKey } from '../state/conversation.ts'

/** While somebody writes the others are told again, before they stop to believe it. */
const REPEAT_MS = 10_000
/** Who pauses for that long has stopped. */
const PAUSE_MS = 8000

type Wanted = Pick<UserSettings, 'send_private_typing_notifications' | 'send_stream_typing_notifications'>

/** Tells the others of a conversation that somebody writes there. That it failed concerns nobody. */
export function createTypingTeller(me: number, settings: () => Wanted) {
  let told: { conversation: Conversation; at: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(op: 'start' | 'stop', conversation: Conversation): void {
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
  /** What was sent says by itself that nobody writes any more. */
  function forget(): void {
    clearTimeout(timer)
    told = undefined
  }
  function stop(): void {
    const { conversation } = told ?? {}
    forget()
    if (conversation && isWanted(conversation)) tell('stop', conversation)
  }

  return {
    stop,
    forget,
    typed(conversation: Conversation): void {
      if (told && conversationKey(told.conversation) !== conversationKey(conversation)) stop()
      if (!isWanted(conversation)) return
      const now = Date.now()
      if (!told || now - told.at >= REPEAT_MS) {
        told = { conversation, at: now }
        tell('start', conversation)
      }
      clearTimeout(timer)
      timer = setTimeout(stop, PAUSE_MS)
    },
  }
}
