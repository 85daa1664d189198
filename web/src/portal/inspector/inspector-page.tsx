import type { TelephonyEvent } from '@switchboard/client'
import { Activity, Copy, Pause, Play, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { exactTime } from '../../ui/times.ts'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, useIsOnline } from '../../ui/view-states.tsx'
import { useConnectionState, usePortalEvents } from '../shell/portal-context.ts'
import styles from './inspector-page.module.css'

/** More would make the page slow. */
const MAX_EVENTS = 300

const install = 'npm install socket.io-client'

const looks = { connecting: 'plain', live: 'success', offline: 'danger', refused: 'danger' } as const

export function InspectorPage(_: { path: readonly string[] }) {
  const log = useEventLog()
  const connection = useConnectionState()
  const isOnline = useIsOnline()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const shown = log.events.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <SectionPage title={p.shell.sections.events} intro={p.inspector.intro}>
      <Card>
        <div className={styles.tools}>
          <div className={styles.filter}>
            <TextField
              label={p.inspector.filter}
              type="search"
              placeholder={p.inspector.filterPlaceholder}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
          </div>
          <Button size="small" icon={log.paused ? <Play /> : <Pause />} onClick={log.togglePause}>
            {log.paused ? p.inspector.resume : p.inspector.pause}
          </Button>
          <Button
            size="small"
            icon={<Trash2 />}
            disabled={log.events.length + log.waiting === 0}
            onClick={log.clear}
          >
            {p.inspector.clear}
          </Button>
          <CopyButton label={p.inspector.copyAll} text={`[${shown.map(eventText).join(',\n')}]`} />
          <p className={styles.connection}>
            {p.inspector.connection}{' '}
            <Badge look={looks[connection]}>
              {connection === 'offline' && isOnline ? p.shell.unreachable : p.shell.connection[connection]}
            </Badge>
          </p>
        </div>
        {log.paused && (
          <Notice>{log.waiting === 0 ? p.inspector.paused : p.inspector.pausedNews(log.waiting)}</Notice>
        )}
        {log.events.length === 0 && (
          <EmptyState icon={<Activity />} title={p.inspector.none}>
            {p.inspector.noneHint}
          </EmptyState>
        )}
        {log.events.length > 0 && shown.length === 0 && (
          <EmptyState title={p.inspector.noneMatch}>{p.inspector.noneMatchHint(filter.trim())}</EmptyState>
        )}
        {shown.length > 0 && (
          <>
            <ul className={styles.events} aria-label={p.inspector.events}>
              {shown.map((event) => (
                <EventRow key={event.key} event={event} />
              ))}
            </ul>
            <p className={styles.soft}>{p.inspector.shown(shown.length, MAX_EVENTS)}</p>
          </>
        )}
      </Card>
      <ConnectSample />
    </SectionPage>
  )
}

/** One event. Expanded, it shows the payload. */
function EventRow({ event }: { event: LoggedEvent }) {
  const { name, eventId, at, payload } = event
  async function copy() {
    await copyText(eventText(event))
    showToast(p.inspector.copied(name))
  }
  return (
    <li className={styles.event}>
      <details>
        <summary>
          <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>
          <code className={styles.name}>{name}</code>
          <span className={styles.id}>
            {eventId === undefined ? p.inspector.ofConnection : p.inspector.eventId(eventId)}
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
        <pre className={styles.payload} tabIndex={0}>
          {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
      <IconButton label={p.inspector.copyEvent(name)} onClick={() => void copy()}>
        <Copy />
      </IconButton>
    </li>
  )
}

/** With the address of this server; the key stays a placeholder: samples are shared. */
function sampleOf(origin: string, key: string): string {
  return `import { io } from 'socket.io-client'

const socket = io('${origin}', { path: '/ws/' })
let last
socket.on('connect', () => {
  socket.emit('authenticate', { token: '${key}', last_event_id: last })
})
socket.on('unauthorized', (reason) => console.error(reason))
socket.onAny((name, payload, { event_id } = {}) => {
  if (event_id) last = event_id
  console.log(name, payload)
})
`
}

function ConnectSample() {
  return (
    <Card title={p.inspector.howTo}>
      <p className={styles.soft}>{p.inspector.howToIntro}</p>
      <Sample title={p.inspector.install} code={install} />
      <Sample title={p.inspector.program} code={sampleOf(location.origin, p.inspector.yourKey)} />
    </Card>
  )
}

function Sample({ title, code }: { title: string; code: string }) {
  return (
    <div className={styles.sample}>
      <div className={styles.sampleHead}>
        <h3>{title}</h3>
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <pre className={styles.payload} tabIndex={0}>
        {code}
      </pre>
    </div>
  )
}

/** An event as text, to be copied. */
function eventText({ name, eventId, at, payload }: LoggedEvent): string {
  const event = { at: new Date(at).toISOString(), name, event_id: eventId ?? null, payload }
  return JSON.stringify(event, null, 2)
}

type LoggedEvent = TelephonyEvent & {
  key: number
  /** when it came here */
  at: number
}

interface EventLog {
  /** newest first */
  events: readonly LoggedEvent[]
  paused: boolean
  /** how many came since it was paused */
  waiting: number
  togglePause: () => void
  clear: () => void
}

/** The events since the view was opened. While paused, new events are buffered. */
function useEventLog(): EventLog {
  const [events, setEvents] = useState<readonly LoggedEvent[]>([])
  const [aside, setAside] = useState<readonly LoggedEvent[]>([])
  const [paused, setPaused] = useState(false)
  const last = useRef(0)
  usePortalEvents((event) => {
    // Only for clients that ask for it, as the portal does for its lists.
    if (event.name === 'changed') return
    last.current += 1
    const logged = { ...event, key: last.current, at: Date.now() }
    const add = (known: readonly LoggedEvent[]) => [logged, ...known].slice(0, MAX_EVENTS)
    if (paused) setAside(add)
    else setEvents(add)
  })
  return {
    events,
    paused,
    waiting: aside.length,
    togglePause() {
      if (paused) {
        setEvents([...aside, ...events].slice(0, MAX_EVENTS))
        setAside([])
      }
      setPaused(!paused)
    },
    clear() {
      setEvents([])
      setAside([])
    },
  }
}
