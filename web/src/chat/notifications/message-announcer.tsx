import { useEffect, useState } from 'react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { matchesNarrow, type Narrow } from '../narrows/narrow.ts'
import { useWorkspace } from '../state/workspace.ts'
import { textOfHtml } from './text-of-html.ts'

const MOST_TEXT = 300
/** Removed after this time, so that a screen reader does not find the text twice. */
const FORGET_MS = 10_000

/** Announces new messages of the open conversation to screen readers. Announcing all of them would be a flood. */
export function MessageAnnouncer({ narrow }: { narrow: Narrow | undefined }) {
  const { state, listen } = useWorkspace()
  const [said, setSaid] = useState<readonly { id: number; text: string }[]>([])
  useEffect(() => {
    if (narrow?.kind !== 'topic' && narrow?.kind !== 'direct') return
    return listen((event) => {
      if (event.type !== 'message') return
      const me = state.get().me.userId
      const message = { ...event.message, flags: event.flags } as Message
      if (message.sender_id === me || !matchesNarrow(narrow, message, me)) return
      const text = t.notifications.announced(message.sender_full_name, textOfHtml(message.content, MOST_TEXT))
      setSaid((list) => [...list, { id: message.id, text }])
      setTimeout(() => setSaid((list) => list.filter(({ id }) => id !== message.id)), FORGET_MS)
    })
  }, [narrow, listen, state])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
