import { BellOff, BellRing, CheckCheck, EllipsisVertical, Link2 } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useNarrowHash } from '../shell/route.ts'
import { copyLink } from '../sidebar/copy-link.ts'
import { toastError } from '../sidebar/toast-error.ts'
import { FOLLOWED } from '../state/chat-state.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import {
  isTopicFollowed,
  markTopicRead,
  policyToUnmute,
  setTopicPolicy,
  toggleTopicMuted,
} from './topic-actions.ts'
import { useTopicChanges } from './use-topic-changes.tsx'

interface TopicMenuProps {
  streamId: number
  topic: string
  className?: string | undefined
}

export function TopicMenu({ streamId, topic, className }: TopicMenuProps) {
  const { state } = useWorkspace()
  const hashOf = useNarrowHash()
  const isMuted = useChat((chat) => isTopicMuted(chat, streamId, topic))
  const isFollowed = useChat((chat) => isTopicFollowed(chat, streamId, topic))
  const isSubscribed = useChat((chat) => chat.subscriptions.has(streamId))
  const policies: MenuItem[] = [
    {
      label: isMuted ? t.sidebar.unmuteTopic : t.sidebar.muteTopic,
      icon: <BellOff />,
      onChoose: () => toastError(toggleTopicMuted(state.get(), streamId, topic)),
    },
    {
      label: isFollowed ? t.sidebar.unfollowTopic : t.sidebar.followTopic,
      icon: <BellRing />,
      onChoose: () =>
        toastError(
          setTopicPolicy(streamId, topic, isFollowed ? policyToUnmute(state.get(), streamId) : FOLLOWED),
        ),
    },
  ]
  const others: MenuItem[] = [
    {
      label: t.sidebar.markRead,
      icon: <CheckCheck />,
      onChoose: () => toastError(markTopicRead(streamId, topic)),
    },
    {
      label: t.sidebar.copyLink,
      icon: <Link2 />,
      onChoose: () => void copyLink(hashOf({ kind: 'topic', streamId, topic })),
    },
  ]
  const { items, dangerous, dialog, onOpenChange } = useTopicChanges(streamId, topic)
  return (
    <>
      <Menu
        label={t.sidebar.topicMenu(topic || t.sidebar.noTopicName)}
        icon={<EllipsisVertical />}
        className={className}
        onOpenChange={onOpenChange}
        groups={[...(isSubscribed ? [policies, others] : [others.slice(1)]), items, dangerous]}
      />
      {dialog}
    </>
  )
}
