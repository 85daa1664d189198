import { Compass, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { FilterField } from '../people/filter-field.tsx'
import { meetsPolicy } from '../people/meets-policy.ts'
import { focusInDrawer } from '../shell/drawer.ts'
import { useCommand } from '../shortcuts/commands.ts'
import type { Subscription } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { groupStreams } from './group-streams.ts'
import styles from './section.module.css'
import { SectionLink } from './section-link.tsx'
import { StreamRow } from './stream-row.tsx'

export function StreamSection({ narrow }: { narrow: Narrow | undefined }) {
  const subscriptions = useChat((state) => state.subscriptions)
  const isGuest = useChat((state) => state.me.isGuest)
  const mayCreate = useChat((state) => meetsPolicy(state, state.realm.create_stream_policy))
  const [query, setQuery] = useState('')
  const filter = useRef<HTMLInputElement>(null)
  useCommand('filterStreams', () => focusInDrawer('left', filter.current))
  const { pinned, rest, muted } = useMemo(
    () => groupStreams(subscriptions.values(), query),
    [subscriptions, query],
  )
  const isEmpty = pinned.length + rest.length + muted.length === 0
  return (
    <section className={styles.section} aria-labelledby="sidebar-streams">
      <div className={styles.head}>
        <h2 id="sidebar-streams">{t.sidebar.streams}</h2>
        {!isGuest && (
          <SectionLink href="#streams" label={t.sidebar.browseStreams}>
            <Compass />
          </SectionLink>
        )}
        {mayCreate && (
          <SectionLink href="#streams/new" label={t.sidebar.createStream}>
            <Plus />
          </SectionLink>
        )}
      </div>
      <FilterField label={t.sidebar.filterStreams} value={query} onChange={setQuery} ref={filter} />
      {isEmpty && (
        <p className={styles.empty}>{query === '' ? t.sidebar.noStreams : t.sidebar.noStreamFound}</p>
      )}
      <StreamGroup label={t.sidebar.pinned} streams={pinned} narrow={narrow} titled />
      <StreamGroup label={t.sidebar.otherStreams} streams={rest} narrow={narrow} titled={pinned.length > 0} />
      <StreamGroup label={t.sidebar.muted} streams={muted} narrow={narrow} titled />
    </section>
  )
}

interface StreamGroupProps {
  label: string
  streams: readonly Subscription[]
  narrow: Narrow | undefined
  /** Whether the name of the group is shown. */
  titled: boolean
}

function StreamGroup({ label, streams, narrow, titled }: StreamGroupProps) {
  if (streams.length === 0) return null
  return (
    <>
      {titled && <h3 className={styles.group}>{label}</h3>}
      <ul aria-label={label}>
        {streams.map((stream) => (
          <StreamRow key={stream.stream_id} stream={stream} narrow={narrow} />
        ))}
      </ul>
    </>
  )
}
