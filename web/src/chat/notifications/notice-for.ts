import type { MessageEvent } from '@switchboard/client'
import type { ChatState } from '../state/chat-state.ts'
import { FOLLOWED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'

export interface NoticeWanted {
  desktop: boolean
  sound: boolean
}

const nothing: NoticeWanted = { desktop: false, sound: false }

/** How to notify the user of a message, by their settings. Messages that were read elsewhere need no notification. */
export function noticeFor(state: ChatState, { message, flags }: MessageEvent): NoticeWanted {
  const { settings, me, mutedUsers, subscriptions, topicPolicies } = state
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
