import type { Message } from '../../../generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import type { ChatState } from '../state/chat-state.ts'
import { textOfHtml } from './text-of-html.ts'

const MOST_TEXT = 200

/** A notice of the system, if it was allowed. A click on it leads to the message. */
export function showNotice(state: ChatState, message: Omit<Message, 'flags'>, onOpen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const isPrivate = message.type === 'private'
  const name = message.sender_full_name
  const place = `#${String(message.display_recipient)} › ${message.subject || t.sidebar.noTopicName}`
  const hidesText = isPrivate && !state.settings.pm_content_in_desktop_notifications
  const icon = message.avatar_url ?? state.people.get(message.sender_id)?.avatar_url
  try {
    const notice = new Notification(
      isPrivate ? t.notifications.privately(name) : t.notifications.from(name, place),
      {
        body: hidesText ? t.notifications.newMessage : textOfHtml(message.content, MOST_TEXT),
        // Several windows of one person show it once.
        tag: `message-${message.id}`,
        ...(icon && { icon }),
        silent: true,
      },
    )
    notice.onclick = () => {
      window.focus()
      onOpen()
      notice.close()
    }
  } catch {
    // Some phones have the permission and yet no such notices.
  }
}
