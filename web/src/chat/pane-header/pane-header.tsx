import {
  Bell,
  BellOff,
  BellRing,
  CalendarSearch,
  CheckCheck,
  ChevronRight,
  Ellipsis,
  Hash,
  Link,
  Lock,
} from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { StatusLamp } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { showProfile } from '../message-content/opened-overlays.ts'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import { beginningOf, typedDay } from '../search/search-date.ts'
import { FOLLOWED, MUTED, UNMUTED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isGathered, type Narrow, narrowIcon, narrowTitle, termsOf } from '../state/narrow.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { useTopicChanges } from '../topics/use-topic-changes.tsx'
import { copyLinkTo, markNarrowRead, setTopicPolicy, subscribeTo } from './conversation-actions.ts'
import { peopleNames } from './narrow-names.ts'
import styles from './pane-header.module.css'
import { PolicyMark } from './policy-mark.tsx'

/** The title of the narrow, and the actions for all of it. */
export function PaneHeader({ narrow }: { narrow: Narrow }) {
  const [jumping, setJumping] = useState(false)
  return (
    <header className={styles.header}>
      <Title narrow={narrow} />
      <div className={styles.actions}>
        <SubscribeButton narrow={narrow} />
        {!isGathered(narrow) && (
          <IconButton label={t.topics.markRead} onClick={() => void markNarrowRead(narrow)}>
            <CheckCheck />
          </IconButton>
        )}
        <IconButton label={t.topics.jumpToDate} onClick={() => setJumping(true)}>
          <CalendarSearch />
        </IconButton>
        {jumping && <JumpToDate narrow={narrow} onClose={() => setJumping(false)} />}
        {narrow.kind === 'topic' ? <TopicMore narrow={narrow} /> : <More narrow={narrow} />}
      </div>
    </header>
  )
}

interface MoreProps {
  narrow: Narrow
  groups?: readonly (readonly MenuItem[])[]
  onOpenChange?: (open: boolean) => void
}

function More({ narrow, groups = [], onOpenChange = () => {} }: MoreProps) {
  const hashOf = useNarrowHash()
  const copy = {
    label: t.topics.copyLink,
    icon: <Link />,
    onChoose: () => void copyLinkTo(hashOf(narrow)),
  }
  const [first = [], ...rest] = groups
  return (
    <Menu
      label={t.topics.more}
      icon={<Ellipsis />}
      groups={[first, [copy], ...rest]}
      onOpenChange={onOpenChange}
    />
  )
}

function TopicMore({ narrow }: { narrow: Extract<Narrow, { kind: 'topic' }> }) {
  const choices = useTopicChoices(narrow)
  const { items, dangerous, dialog, onOpenChange } = useTopicChanges(narrow.streamId, narrow.topic)
  return (
    <>
      <More narrow={narrow} groups={[choices, items, dangerous]} onOpenChange={onOpenChange} />
      {dialog}
    </>
  )
}

function Title({ narrow }: { narrow: Narrow }) {
  switch (narrow.kind) {
    case 'stream':
      return <StreamTitle streamId={narrow.streamId} />
    case 'topic':
      return <StreamTitle streamId={narrow.streamId} topic={narrow.topic} />
    case 'direct':
      return <PeopleTitle userIds={narrow.userIds} />
    default:
      return <PlainTitle narrow={narrow} />
  }
}

function PlainTitle({ narrow }: { narrow: Narrow }) {
  const title = useChat((state) => narrowTitle(narrow, state))
  const Icon = narrowIcon(narrow)
  return (
    <h1 className={styles.title}>
      <Icon />
      <span>{title}</span>
    </h1>
  )
}

function SubscribeButton({ narrow }: { narrow: Narrow }) {
  const streamId = narrow.kind === 'stream' || narrow.kind === 'topic' ? narrow.streamId : undefined
  const stream = useChat((state) =>
    streamId === undefined || state.subscriptions.has(streamId) ? undefined : state.streams.get(streamId),
  )
  if (!stream) return null
  return (
    <Button size="small" onClick={() => void subscribeTo(stream.name)}>
      {t.topics.subscribe}
    </Button>
  )
}

/** The notification levels of a topic, other than the current one. */
function useTopicChoices({ streamId, topic }: Extract<Narrow, { kind: 'topic' }>): MenuItem[] {
  const policy = useChat((state) => state.topicPolicies.get(topicKey(streamId, topic)) ?? 0)
  const isMuted = useChat((state) => isTopicMuted(state, streamId, topic))
  const isStreamMuted = useChat((state) => state.subscriptions.get(streamId)?.is_muted === true)
  const set = (wanted: 0 | 1 | 2 | 3) => () => void setTopicPolicy(streamId, topic, wanted)
  return [
    isMuted
      ? { label: t.topics.unmute, icon: <Bell />, onChoose: set(isStreamMuted ? UNMUTED : 0) }
      : { label: t.topics.mute, icon: <BellOff />, onChoose: set(MUTED) },
    policy === FOLLOWED
      ? { label: t.topics.unfollow, icon: <Bell />, onChoose: set(0) }
      : { label: t.topics.follow, icon: <BellRing />, onChoose: set(FOLLOWED) },
  ]
}

function StreamTitle({ streamId, topic }: { streamId: number; topic?: string }) {
  const stream = useChat((state) => state.streams.get(streamId))
  const color = useChat((state) => state.subscriptions.get(streamId)?.color)
  const hashOf = useNarrowHash()
  if (!stream) return <h1 className={styles.title}>{t.messages.unknownStream}</h1>
  const Icon = stream.invite_only ? Lock : Hash
  const tint = color && { style: { color } }
  return (
    <div className={styles.titles}>
      <h1 className={styles.title}>
        <Icon
          aria-label={stream.invite_only ? t.messages.privateStream : t.messages.stream}
          role="img"
          {...tint}
        />
        {topic === undefined ? (
          <span>{stream.name}</span>
        ) : (
          <>
            <a href={hashOf({ kind: 'stream', streamId })}>{stream.name}</a>
            <ChevronRight className={styles.between} />
            <span>{topic}</span>
            <PolicyMark streamId={streamId} topic={topic} className={styles.between} />
          </>
        )}
      </h1>
      {stream.description !== '' && <p className={styles.description}>{stream.description}</p>}
    </div>
  )
}

function PeopleTitle({ userIds }: { userIds: readonly number[] }) {
  const names = useChat((state) => peopleNames(state, userIds))
  const isMe = useChat((state) => userIds.length === 1 && userIds[0] === state.me.userId)
  const [only] = userIds
  return (
    <div className={styles.titles}>
      <h1 className={styles.title}>
        {userIds.slice(0, 3).map((id) => (
          <Face key={id} userId={id} />
        ))}
        <span>{isMe ? t.messages.notesToSelf : names}</span>
      </h1>
      {userIds.length === 1 && only !== undefined && !isMe && <State userId={only} />}
    </div>
  )
}

function Face({ userId }: { userId: number }) {
  const person = useChat((state) => state.people.get(userId))
  const presence = useChat((state) => presenceNow(state, userId))
  if (!person) return null
  return (
    <button
      type="button"
      className={styles.face}
      aria-label={t.messages.profileOf(person.full_name)}
      onClick={() => showProfile(userId)}
    >
      <Avatar url={person.avatar_url} name={person.full_name} size="small" presence={presence} />
    </button>
  )
}

function State({ userId }: { userId: number }) {
  const presence = useChat((state) => presenceNow(state, userId))
  return (
    <p className={styles.description}>
      <StatusLamp lamp={presence} /> <PersonStatus userId={userId} withText />
    </p>
  )
}

/** Asks for a day, and opens the narrow at its first message. */
function JumpToDate({ narrow, onClose }: { narrow: Narrow; onClose: () => void }) {
  const formId = useId()
  const hashOf = useNarrowHash()
  const [day, setDay] = useState('')
  const { busy, error, run } = useSubmit()
  const since = beginningOf(day)
  async function jump() {
    const { messages } = await callChat('GET /messages', {
      narrow: termsOf(narrow),
      anchor: 'date',
      anchor_date: since!,
      num_before: 1,
      num_after: 0,
    })
    // After the newest message, its last is the nearest one.
    const nearest = messages.at(-1)
    if (nearest) openHash(hashOf(narrow, nearest.id))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (since !== undefined && (await run(jump))) onClose()
  }
  return (
    <Dialog
      title={t.topics.jumpToDate}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={t.topics.jump}
          busy={busy}
          disabled={since === undefined}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.topics.date}
          type="date"
          required
          autoFocus
          max={typedDay(new Date())}
          value={day}
          error={error === undefined ? undefined : messageOf(error)}
          onChange={(event) => setDay(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
