import { pause } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { callChat } from '../api/chat-api.ts'
import { openHash, useNarrowHash } from '../chat/narrows/route.ts'
import { runCommand } from '../chat/shortcuts/commands.ts'
import { conversationOf } from '../chat/state/conversation.ts'
import { useChat, useWorkspace } from '../chat/state/workspace.ts'
import { desktopApp } from '../shell/desktop-app.ts'
import { showToast } from '../ui/toast.tsx'

/** The chat is loaded when it is opened first. */
const SHOW_MS = 100
const SHOW_ATTEMPTS = 50

interface DesktopAppLinkProps {
  /** in chat and phones together */
  unread: number
  onSignOut: () => void
}

/** In the desktop app: its badge, the name and icon of the organization, its menu, and replies to notices. */
export function DesktopAppLink({ unread, onSignOut }: DesktopAppLinkProps) {
  const name = useChat((state) => state.realm.name)
  const icon = useChat((state) => state.realm.icon_url)
  const { state, messages, outbox } = useWorkspace()
  const hashOf = useNarrowHash()
  useEffect(() => void desktopApp()?.send_event('total_unread_count', unread), [unread])
  useEffect(() => void desktopApp()?.send_event('realm_name', name), [name])
  useEffect(() => {
    if (icon) desktopApp()?.send_event('realm_icon_url', icon)
  }, [icon])

  /** The message is known from its notice, except after a reload. */
  async function findMessage(id: number): Promise<Message> {
    const known = messages.get(id)
    if (known) return known
    const found = await callChat('GET /messages/{message_id}', { message_id: id })
    return found.message as Message
  }
  const onReply = useEffectEvent(async (tag: string | number, reply: string) => {
    const id = Number(tag)
    if (reply.trim() === '') return
    try {
      const conversation = conversationOf(await findMessage(id), state.get().me.userId)
      outbox.send(conversation, reply)
      // Where it can be seen, also if the server refuses it.
      openHash(hashOf(conversation))
    } catch (error) {
      showToast(messageOf(error), 'danger')
      desktopApp()?.send_event('send_notification_reply_message_failed', {
        message_id: id,
        error: messageOf(error),
      })
    }
  })
  const signOut = useEffectEvent(onSignOut)
  const showShortcuts = useEffectEvent(() => {
    if (runCommand('help')) return
    // Only the chat has the list.
    openHash('#inbox')
    void (async () => {
      for (let attempt = 0; attempt < SHOW_ATTEMPTS && !runCommand('help'); attempt += 1) await pause(SHOW_MS)
    })()
  })
  useEffect(
    () =>
      listenOnce({
        signOut: () => signOut(),
        showShortcuts: () => showShortcuts(),
        reply: (tag, text) => void onReply(tag, text),
      }),
    [],
  )
  return null
}

interface Handlers {
  signOut: () => void
  showShortcuts: () => void
  reply: (tag: string | number, reply: string) => void
}

/** The app calls listeners until the page is closed, so there is one of each, for whatever is shown then. */
let handlers: Handlers | undefined
let isListening = false

function listenOnce(next: Handlers): () => void {
  handlers = next
  const app = desktopApp()
  if (app && !isListening) {
    isListening = true
    app.on_event('logout', () => handlers?.signOut())
    app.on_event('show-keyboard-shortcuts', () => handlers?.showShortcuts())
    app.on_event('show-notification-settings', () => openHash('#settings/notifications'))
    app.on_event('send_notification_reply_message', (tag, reply) => handlers?.reply(tag, reply))
    app.on_event('show-download-success', (title, description) => showToast(`${title}: ${description}`))
    app.set_send_notification_reply_message_supported?.(true)
  }
  return () => {
    if (handlers === next) handlers = undefined
  }
}
