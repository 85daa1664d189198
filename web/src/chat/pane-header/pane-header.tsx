import { CalendarSearch, CheckCheck, Ellipsis, Link } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { isGathered, type Narrow, narrowIcon, narrowTitle } from '../narrows/narrow.ts'
import { useNarrowHash } from '../shell/route.ts'
import { useChat } from '../state/workspace.ts'
import { useTopicChanges } from '../topics/use-topic-changes.tsx'
import { copyLinkTo, markNarrowRead, subscribeTo } from './conversation-actions.ts'
import { JumpToDate } from './jump-to-date.tsx'
import styles from './pane-header.module.css'
import { PeopleTitle } from './people-title.tsx'
import { StreamTitle } from './stream-title.tsx'
import { useTopicChoices } from './use-topic-choices.tsx'

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
