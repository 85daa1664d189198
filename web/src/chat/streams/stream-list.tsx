import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import type { KnownStream } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { sortStreams } from './sort-streams.ts'
import styles from './stream-list.module.css'
import { StreamName } from './stream-name.tsx'
import { SubscribeButton } from './subscribe-button.tsx'

const filters = ['all', 'subscribed', 'others'] as const

export function StreamList({ chosen }: { chosen: number }) {
  const streams = useChat((state) => state.streams)
  const subscriptions = useChat((state) => state.subscriptions)
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const wanted = query.trim().toLowerCase()
  const shown = sortStreams([...streams.values()]).filter(({ stream_id, name, description }) => {
    if (filter !== 'all' && subscriptions.has(stream_id) !== (filter === 'subscribed')) return false
    return `${name}\n${description}`.toLowerCase().includes(wanted)
  })
  return (
    <>
      <div className={styles.tools}>
        <TextField
          label={t.streams.find}
          hideLabel
          type="search"
          placeholder={t.streams.find}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <SelectField
          label={t.streams.filter}
          hideLabel
          value={filter}
          onChange={(event) => setFilter(event.target.value as typeof filter)}
        >
          {filters.map((name) => (
            <option key={name} value={name}>
              {t.streams.filters[name]}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t.streams.none}>{t.streams.noneText}</EmptyState>
      ) : (
        <ul ref={listKeys} className={styles.list} aria-label={t.streams.title}>
          {shown.map((stream) => (
            <StreamRow key={stream.stream_id} stream={stream} isChosen={stream.stream_id === chosen} />
          ))}
        </ul>
      )}
    </>
  )
}

function StreamRow({ stream, isChosen }: { stream: KnownStream; isChosen: boolean }) {
  const members = useChat((state) => state.subscribers.get(stream.stream_id)?.size ?? 0)
  const isIn = useChat((state) => state.subscriptions.has(stream.stream_id))
  return (
    <li className={classNames(styles.row, isChosen && styles.chosen)}>
      <a
        className={styles.link}
        href={`#streams/${stream.stream_id}`}
        aria-current={isChosen ? 'page' : undefined}
      >
        <strong>
          <StreamName stream={stream} />
        </strong>
        {stream.description !== '' && <span className={styles.description}>{stream.description}</span>}
        <span className={styles.count}>{t.streams.members(members)}</span>
      </a>
      <span className={styles.side}>
        {isIn ? <Badge look="accent">{t.streams.subscribed}</Badge> : <SubscribeButton stream={stream} />}
      </span>
    </li>
  )
}
