import { Compass, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { useRecentConversations } from '../inbox/use-recent-conversations.ts'
import { FilterField } from '../people/filter-field.tsx'
import { meetsPolicy } from '../people/meets-policy.ts'
import { useCommand } from '../shortcuts/commands.ts'
import type { Subscription } from '../state/chat-state.ts'
import { focusInDrawer } from '../state/drawer.ts'
import type { Narrow } from '../state/narrow.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { sortStreams } from '../streams/sort-streams.ts'
import { recentStreams } from '../switcher/recent-streams.ts'
import { RowCounts } from '../topics/row-counts.tsx'
import { collapseSection } from './collapsed-sections.ts'
import styles from './section.module.css'
import { SidebarSection } from './sidebar-section.tsx'
import { StreamRow } from './stream-row.tsx'

/** Up to this many streams are all shown. */
const FEW = 15

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
      <div ref={listKeys}>
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
      </div>
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

/** A link that is only a picture, in the head of a section. */
function SectionLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a className={styles.action} href={href} aria-label={label} title={label}>
      {children}
    </a>
  )
}

const isLongList = (streams: readonly Subscription[]): boolean => streams.length > FEW

/** A long list begins with the active streams; the others are one click away. */
function splitQuiet(
  streams: readonly Subscription[],
  isActive: (streamId: number) => boolean,
): { active: readonly Subscription[]; quiet: readonly Subscription[] } {
  if (!isLongList(streams)) return { active: streams, quiet: [] }
  return {
    active: streams.filter(({ stream_id: id }) => isActive(id)),
    quiet: streams.filter(({ stream_id: id }) => !isActive(id)),
  }
}

interface StreamGroups {
  pinned: readonly Subscription[]
  rest: readonly Subscription[]
  muted: readonly Subscription[]
}

/** By name; a pinned stream stays above though it is muted. */
function groupStreams(subscriptions: Iterable<Subscription>, query: string): StreamGroups {
  const wanted = query.trim().toLowerCase()
  const found = sortStreams([...subscriptions].filter(({ name }) => name.toLowerCase().includes(wanted)))
  return {
    pinned: found.filter((stream) => stream.pin_to_top),
    rest: found.filter((stream) => !stream.pin_to_top && !stream.is_muted),
    muted: found.filter((stream) => !stream.pin_to_top && stream.is_muted),
  }
}

/** The streams of the newest messages, those with unread messages, and those that were opened in this browser lately. */
function useActiveStreams(narrow: Narrow | undefined, enabled: boolean): (streamId: number) => boolean {
  const { recent } = useRecentConversations({ enabled })
  const unread = useChat((state) => unreadCounts(state).streams)
  const me = useChat((state) => state.me.userId)
  const open = narrow && 'streamId' in narrow ? narrow.streamId : undefined
  return useMemo(() => {
    const active = new Set(recentStreams(me))
    for (const { conversation } of recent ?? []) {
      if (conversation.kind === 'topic') active.add(conversation.streamId)
    }
    return (streamId) => streamId === open || active.has(streamId) || (unread.get(streamId)?.open ?? 0) > 0
  }, [recent, unread, me, open])
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
