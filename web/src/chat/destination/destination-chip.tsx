import { ChevronDown, Hash, Lock, Users } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { type Destination, isChosen } from '../state/destination.ts'
import { useChat } from '../state/workspace.ts'
import styles from './destination-chip.module.css'
import { useDestinationName } from './destination-name.ts'

interface DestinationChipProps {
  destination: Destination
  /** Shows the fields that change it. */
  onChange: () => void
}

/** Where the message goes, in few words. */
export function DestinationChip({ destination, onChange }: DestinationChipProps) {
  const nameOf = useDestinationName()
  const streamId = destination.kind === 'stream' ? destination.streamId : undefined
  const stream = useChat((state) => (streamId === undefined ? undefined : state.streams.get(streamId)))
  const color = useChat((state) =>
    streamId === undefined ? undefined : state.subscriptions.get(streamId)?.color,
  )
  const Icon = destination.kind === 'direct' ? Users : stream?.invite_only ? Lock : Hash
  const isNamed = stream !== undefined || isChosen(destination)
  const name = isNamed ? nameOf(destination) : t.compose.chooseDestination
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t.compose.to(name)}
      title={t.compose.changeDestination}
      onClick={onChange}
    >
      {isNamed && <Icon {...(color && { style: { color } })} />}
      <span>{name.replace(/^#/, '')}</span>
      <ChevronDown className={styles.more} />
    </button>
  )
}
