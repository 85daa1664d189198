import { Copy } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { exactTime } from '../../ui/format-time.ts'
import { showToast } from '../../ui/toast.tsx'
import { eventText } from './event-text.ts'
import styles from './inspector.module.css'
import type { LoggedEvent } from './use-event-log.ts'

/** One event. Expanded, it shows the payload. */
export function EventRow({ event }: { event: LoggedEvent }) {
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
