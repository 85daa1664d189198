import { Activity, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { useConnectionState } from '../shell/portal-context.ts'
import { ConnectSample } from './connect-sample.tsx'
import { EventRow } from './event-row.tsx'
import { eventText } from './event-text.ts'
import styles from './inspector.module.css'
import { MOST_EVENTS, useEventLog } from './use-event-log.ts'

const looks = { connecting: 'plain', live: 'success', offline: 'danger', refused: 'danger' } as const

export function InspectorPage(_: { path: readonly string[] }) {
  const log = useEventLog()
  const connection = useConnectionState()
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
            {p.inspector.connection} <Badge look={looks[connection]}>{p.shell.connection[connection]}</Badge>
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
            <p className={styles.soft}>{p.inspector.shown(shown.length, MOST_EVENTS)}</p>
          </>
        )}
      </Card>
      <ConnectSample />
    </SectionPage>
  )
}
