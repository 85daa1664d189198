import { ArrowDown } from 'lucide-react'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { selectedMessage } from '../message-actions/message-selection.ts'
import type { MessageList } from '../state/message-list.ts'
import type { PendingMessage } from '../state/outbox.ts'
import { useWorkspace } from '../state/workspace.ts'
import { type Row, rowIndex } from './build-rows.ts'
import styles from './message-pane.module.css'
import { MessageRow } from './message-row.tsx'
import { PendingRow } from './pending-row.tsx'
import { useListCommands } from './use-list-commands.ts'
import { usePlace } from './use-place.ts'
import { useReadAsSeen } from './use-read-as-seen.ts'
import { useRows } from './use-rows.ts'

interface MessageViewProps {
  list: MessageList
  pending: readonly PendingMessage[]
  near: number | undefined
}

/** The messages of a narrow. Only those around the screen are in the page. */
export function MessageView({ list, pending, near }: MessageViewProps) {
  const { messages } = useWorkspace()
  const handle = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLElement>(null)
  const rows = useRows(list, near)
  const items = useMemo<readonly (Row | PendingMessage)[]>(
    () => (pending.length === 0 ? rows : [...rows, ...pending]),
    [rows, pending],
  )
  const place = usePlace({ handle, scroller, list, rows, count: items.length, near })
  const onSeen = useReadAsSeen({ handle, rows, list, isAiming: place.isAiming })
  useListCommands({ handle, rows, list })
  const selected = useSyncExternalStore(selectedMessage.subscribe, selectedMessage.get)
  const kept = selected === undefined ? -1 : rowIndex(rows, selected)
  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={t.messages.list}
        aria-busy={list.loading !== undefined}
        // Whoever has no mouse scrolls it by keys.
        tabIndex={kept < 0 ? 0 : -1}
      >
        <div className={styles.space} />
        <Virtualizer
          ref={handle}
          data={items}
          shift={place.isPrepended}
          {...(kept >= 0 && { keepMounted: [kept] })}
          onScroll={(offset) => {
            place.onScroll(offset)
            onSeen()
          }}
          onResize={() => {
            place.onResize()
            onSeen()
          }}
        >
          {(item) =>
            'localId' in item ? (
              <PendingRow key={item.localId} pending={item} />
            ) : (
              <MessageRow key={item.id} row={item} />
            )
          }
        </Virtualizer>
      </section>
      {(list.loading || Boolean(list.error)) && (
        <div className={styles.above} role={list.error ? 'alert' : 'status'}>
          {list.error ? messageOf(list.error) : <Spinner />}
          {list.error ? (
            <Button size="small" look="quiet" onClick={place.retry}>
              {t.ui.tryAgain}
            </Button>
          ) : (
            t.ui.loading
          )}
        </div>
      )}
      {place.isAway && (
        <div className={styles.below}>
          <Button
            icon={<ArrowDown />}
            look={place.newBelow > 0 ? 'primary' : 'plain'}
            onClick={() => (list.foundNewest ? place.goToEnd() : void messages.open(list.narrow, 'newest'))}
          >
            {place.newBelow > 0 ? t.messages.newBelow(place.newBelow) : t.messages.toNewest}
          </Button>
        </div>
      )}
    </div>
  )
}
