import { Compass, Plus } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Narrow } from '../narrows/narrow.ts'
import { FilterField } from '../people/filter-field.tsx'
import { meetsPolicy } from '../people/meets-policy.ts'
import { focusInDrawer } from '../shell/drawer.ts'
import { useCommand } from '../shortcuts/commands.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { collapseSection } from './collapsed-sections.ts'
import { groupStreams } from './group-streams.ts'
import { RowCounts } from './row-counts.tsx'
import styles from './section.module.css'
import { SectionLink } from './section-link.tsx'
import { SidebarSection } from './sidebar-section.tsx'
import { isLongList, splitQuiet } from './split-quiet.ts'
import { StreamGroup } from './stream-group.tsx'
import { useActiveStreams } from './use-active-streams.ts'

export function StreamSection({ narrow }: { narrow: Narrow | undefined }) {
  const isGuest = useChat((state) => state.me.isGuest)
  const mayCreate = useChat((state) => meetsPolicy(state, state.realm.create_stream_policy))
  const filter = useRef<HTMLInputElement>(null)
  useCommand('filterStreams', () => {
    collapseSection('streams', false)
    focusInDrawer('left', filter)
  })
  const actions = (
    <>
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
    </>
  )
  return (
    <SidebarSection name="streams" title={t.sidebar.streams} actions={actions} summary={<Summary />}>
      <StreamLists narrow={narrow} filter={filter} />
    </SidebarSection>
  )
}

interface StreamListsProps {
  narrow: Narrow | undefined
  filter: RefObject<HTMLInputElement | null>
}

function StreamLists({ narrow, filter }: StreamListsProps) {
  const subscriptions = useChat((state) => state.subscriptions)
  const [query, setQuery] = useState('')
  const [all, setAll] = useState(false)
  const { pinned, rest, muted } = useMemo(
    () => groupStreams(subscriptions.values(), query),
    [subscriptions, query],
  )
  const isCut = query === '' && isLongList(rest)
  const isActive = useActiveStreams(narrow, isCut)
  const { active, quiet } = isCut ? splitQuiet(rest, isActive) : { active: rest, quiet: [] }
  const isEmpty = pinned.length + rest.length + muted.length === 0
  return (
    <>
      <FilterField label={t.sidebar.filterStreams} value={query} onChange={setQuery} ref={filter} />
      {isEmpty && (
        <p className={styles.empty}>{query === '' ? t.sidebar.noStreams : t.sidebar.noStreamFound}</p>
      )}
      <StreamGroup label={t.sidebar.pinned} streams={pinned} narrow={narrow} titled />
      <StreamGroup
        label={t.sidebar.otherStreams}
        streams={active}
        narrow={narrow}
        titled={pinned.length > 0}
      />
      {quiet.length > 0 && (
        <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.sidebar.fewerStreams : t.sidebar.quietStreams(quiet.length)}
        </Button>
      )}
      {all && <StreamGroup label={t.sidebar.quiet} streams={quiet} narrow={narrow} titled={false} />}
      <StreamGroup label={t.sidebar.muted} streams={muted} narrow={narrow} titled />
    </>
  )
}

/** All streams together. */
function Summary() {
  const streams = useChat((state) => unreadCounts(state).streams)
  const all = [...streams.values()]
  const unread = all.reduce((sum, { open }) => sum + open, 0)
  const mentions = all.reduce((sum, stream) => sum + stream.mentions, 0)
  return <RowCounts unread={unread} mentions={mentions} />
}
