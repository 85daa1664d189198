import type { Message } from '@switchboard/client/chat'
import { t } from '../../texts/texts.ts'
import { openHash } from '../narrows/route.ts'
import type { ChatState } from '../state/chat-state.ts'
import { noticeTag } from './shown-notices.ts'
import { textOfHtml } from './text-of-html.ts'

const MAX_TEXT_LENGTH = 200

/** A notice of the system, if it was allowed. A click on it leads to the message, at `hash`. */
export async function showNotice(
  state: ChatState,
  message: Omit<Message, 'flags'>,
  hash: string,
): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const isPrivate = message.type === 'private'
  const name = message.sender_full_name
  const place = `#${String(message.display_recipient)} › ${message.subject || t.sidebar.noTopicName}`
  const hidesText = isPrivate && !state.settings.pm_content_in_desktop_notifications
  const icon = message.avatar_url ?? state.people.get(message.sender_id)?.avatar_url
  const title = isPrivate ? t.notifications.privately(name) : t.notifications.from(name, place)
  const options: NotificationOptions = {
    body: hidesText ? t.notifications.newMessage : textOfHtml(message.content, MAX_TEXT_LENGTH),
    // Several windows of one person, and a push notification, show it once.
    tag: noticeTag(message.id),
    ...(icon && { icon }),
    silent: true,
  }
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    if (worker?.active)
      return await worker.showNotification(title, { ...options, data: { path: `/${hash}` } })
    const notice = new Notification(title, options)
    notice.onclick = () => {
      window.focus()
      openHash(hash)
      notice.close()
    }
  } catch {
    // Some phones have the permission and yet no such notices.
  }
}
