import { useEffect, useRef } from 'react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { matchesNarrow, type Narrow } from '../narrows/narrow.ts'
import { useNarrowHash } from '../shell/route.ts'
import { conversationOf } from '../state/conversation.ts'
import { useWorkspace } from '../state/workspace.ts'
import { MessageAnnouncer } from './message-announcer.tsx'
import { noticeFor } from './notice-for.ts'
import { playTone } from './play-tone.ts'
import { showNotice } from './show-notice.ts'
import { useDevicePush } from './use-device-push.ts'

/** Desktop notifications, sounds and screen reader announcements for new messages. */
export function NotificationCenter({ narrow }: { narrow: Narrow | undefined }) {
  const { state, listen } = useWorkspace()
  const hashOf = useNarrowHash()
  const latest = useRef({ narrow, hashOf })
  latest.current = { narrow, hashOf }
  useDevicePush()
  useEffect(
    () =>
      listen((event) => {
        if (event.type !== 'message') return
        const known = state.get()
        const message = { ...event.message, flags: event.flags } as Message
        const wanted = noticeFor(known, event)
        if ((!wanted.desktop && !wanted.sound) || isInView(latest.current.narrow, message, known.me.userId)) {
          return
        }
        if (wanted.sound) playTone()
        if (!wanted.desktop) return
        const conversation = conversationOf(message, known.me.userId)
        void showNotice(known, message, latest.current.hashOf(conversation, message.id))
      }),
    [listen, state],
  )
  return <MessageAnnouncer narrow={narrow} />
}

/** Visible in the focused window, and in the narrow that it shows. */
function isInView(narrow: Narrow | undefined, message: Message, me: number): boolean {
  if (document.hidden || !document.hasFocus() || !narrow) return false
  return matchesNarrow(narrow, message, me) === true
}
