import { t } from '../../texts/texts.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { DirectPanel } from './direct-panel.tsx'
import { OnlinePanel } from './online-panel.tsx'
import styles from './right-column.module.css'
import { StreamPanel } from './stream-panel.tsx'

/** The users and details that belong to the open narrow. */
export function RightColumn({ narrow }: { narrow: Narrow }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: the column is an aside already, and this the part that scrolls
    <div className={styles.column} role="group" aria-label={t.people.label} tabIndex={0}>
      {narrow.kind === 'stream' || narrow.kind === 'topic' ? (
        <StreamPanel
          key={narrow.streamId}
          streamId={narrow.streamId}
          topic={narrow.kind === 'topic' ? narrow.topic : undefined}
        />
      ) : narrow.kind === 'direct' ? (
        <DirectPanel userIds={narrow.userIds} />
      ) : (
        <OnlinePanel />
      )}
    </div>
  )
}
