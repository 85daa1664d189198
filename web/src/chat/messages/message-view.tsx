import { ArrowDown } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { selectedMessage } from '../message-actions/message-selection.ts'
import type { MessageList } from '../state/message-list.ts'
import type { PendingMessage } from '../state/outbox.ts'
import { useWorkspace } from '../state/workspace.ts'
import { rowIndex } from './build-rows.ts'
import styles from './message-pane.module.css'
import { MessageRow } from './message-row.tsx'
import { PendingMessageRow } from './pending-message-row.tsx'
import { StickyHeader } from './sticky-header.tsx'
import { useListCommands } from './use-list-commands.ts'
import { useListScroll } from './use-list-scroll.ts'
import { retryLoading, useLoadedRows } from './use-loaded-rows.ts'
import { useMarkVisibleRead } from './use-mark-visible-read.ts'

interface MessageViewProps {
  list: MessageList
  pending: readonly PendingMessage[]
  near: number | undefined
}

/** The messages of a narrow. Only those on and near the screen are rendered. */
export function MessageView({ list, pending, near }: MessageViewProps) {
  const { messages } = useWorkspace()
  const virtualizer = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLElement>(null)
  const loaded = useLoadedRows(list, pending, near)
  const { rows, items } = loaded
  const scroll = useListScroll({ virtualizer, scroller, loaded })
  useMarkVisibleRead({ view: virtualizer, loaded, scroll })
  useListCommands({ virtualizer, loaded })
  const selected = useSyncExternalStore(selectedMessage.subscribe, selectedMessage.get)
  const kept = selected === undefined ? -1 : rowIndex(rows, selected)
  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={t.messages.list}
        aria-busy={list.loading !== undefined}
        // The keyboard scrolls it, unless a message has the focus.
        tabIndex={kept < 0 ? 0 : -1}
      >
        {loaded.isMixed && (
          <StickyHeader {...{ scroller, rows }} view={virtualizer} position={scroll.position} />
        )}
        <div className={styles.space} />
        <Virtualizer
          ref={virtualizer}
          data={items}
          shift={loaded.change === 'prepended'}
          {...(kept >= 0 && { keepMounted: [kept] })}
          onScroll={scroll.measure}
          onResize={scroll.onResize}
        >
          {(item) =>
            'pending' in item ? (
              <PendingMessageRow key={item.pending.localId} row={item} />
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
            <Button
              size="small"
              look="quiet"
              onClick={() => retryLoading(messages, list, virtualizer.current)}
            >
              {t.ui.tryAgain}
            </Button>
          ) : (
            t.ui.loading
          )}
        </div>
      )}
      {scroll.isAway && (
        <div className={styles.below}>
          <Button
            icon={<ArrowDown />}
            look={scroll.newBelow > 0 ? 'primary' : 'plain'}
            onClick={() => (list.foundNewest ? scroll.goToEnd() : void messages.open(list.narrow, 'newest'))}
          >
            {scroll.newBelow > 0 ? t.messages.newBelow(scroll.newBelow) : t.messages.toNewest}
          </Button>
        </div>
      )}
    </div>
  )
}
