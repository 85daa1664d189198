import { ChevronDown, Hash, Lock, Users, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import type { Conversation } from '../state/conversation.ts'
import { type Destination, destinationOfConversation, isChosen } from '../state/destination.ts'
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

const SHOWN_MS = 15_000

interface SentElsewhereProps {
  conversation: Conversation
  onClose: () => void
}

/** Says that a message was sent to a conversation that is not open, with a link to it. */
export function SentElsewhere({ conversation, onClose }: SentElsewhereProps) {
  const hashOf = useNarrowHash()
  const nameOf = useDestinationName()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className={styles.toast} role="status">
      <span>{t.compose.sentTo(nameOf(destinationOfConversation(conversation)))}</span>
      <a href={hashOf(conversation)} onClick={onClose}>
        {t.compose.goThere}
      </a>
      <IconButton label={t.ui.close} onClick={onClose}>
        <X />
      </IconButton>
    </p>
  )
}
