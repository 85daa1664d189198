import type { Narrow } from '../narrows/narrow.ts'
import type { Subscription } from '../state/chat-state.ts'
import styles from './section.module.css'
import { StreamRow } from './stream-row.tsx'

interface StreamGroupProps {
  label: string
  streams: readonly Subscription[]
  narrow: Narrow | undefined
  /** Whether the name of the group is shown. */
  titled: boolean
}

export function StreamGroup({ label, streams, narrow, titled }: StreamGroupProps) {
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
