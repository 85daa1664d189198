import type { MessageEvent } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { type DesktopNotice, desktopApp } from '../../shell/desktop-app.ts'
import { t } from '../../texts/texts.ts'
import { openHash } from '../narrows/route.ts'
import { type ChatState, FOLLOWED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'
import { textOfMessage } from './text-of-message.ts'

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
    body: hidesText ? t.notifications.newMessage : textOfMessage(message, MAX_TEXT_LENGTH),
    // Several windows of one person, and a push notification, show it once.
    tag: noticeTag(message.id),
    ...(icon && { icon }),
    silent: true,
  }
  const app = desktopApp()
  if (app?.new_notification) {
    const { id } = message
    // The desktop app says to which message somebody has replied by the tag.
    const notice = app.new_notification(title, { ...options, tag: String(id) }, (type) => {
      if (type === 'click') openHash(hash)
      return true
    })
    desktopNotices.set(id, notice)
    return
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

/** Those that the desktop app shows, by message. */
const desktopNotices = new Map<number, DesktopNotice>()

interface NoticeWanted {
  desktop: boolean
  sound: boolean
}

const nothing: NoticeWanted = { desktop: false, sound: false }

/** How to notify the user of a message, by their settings. Messages that were read elsewhere need no notification. */
export function noticeFor(state: ChatState, { message, flags }: MessageEvent): NoticeWanted {
  const { settings, me, mutedUsers, subscriptions, topicPolicies } = state
  if (state.statuses.get(me.userId)?.do_not_disturb) return nothing
  if (message.sender_id === me.userId || flags.includes('read') || mutedUsers.has(message.sender_id)) {
    return nothing
  }
  const personal: NoticeWanted = {
    desktop: settings.enable_desktop_notifications,
    sound: settings.enable_sounds,
  }
  if (message.type === 'private') return personal
  const streamId = message.stream_id ?? 0
  if (isTopicMuted(state, streamId, message.subject)) return nothing
  const subscription = subscriptions.get(streamId)
  const isMention =
    flags.includes('mentioned') ||
    (flags.includes('wildcard_mentioned') && subscription?.wildcard_mentions_notify !== false)
  const isFollowed = topicPolicies.get(topicKey(streamId, message.subject)) === FOLLOWED
  if (isMention || isFollowed || flags.includes('has_alert_word')) return personal
  return {
    desktop: subscription?.desktop_notifications === true,
    sound: subscription?.audible_notifications === true,
  }
}

const noticeTag = (messageId: number) => `message-${messageId}`

/** Removes the notices of the service worker or the desktop app about messages for which it is true, such as those that were read. */
export async function closeNotices(isDone: (messageId: number) => boolean): Promise<void> {
  for (const [id, notice] of desktopNotices) {
    if (!isDone(id)) continue
    notice.close()
    desktopNotices.delete(id)
  }
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await worker?.getNotifications()) ?? []) {
    const [, id] = /^message-(\d+)$/.exec(notice.tag) ?? []
    if (id !== undefined && isDone(Number(id))) notice.close()
  }
}
