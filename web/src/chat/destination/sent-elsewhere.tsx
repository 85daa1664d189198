import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import type { Conversation } from '../state/conversation.ts'
import { destinationOfConversation } from '../state/destination.ts'
import { useDestinationName } from './destination-name.ts'
import styles from './sent-elsewhere.module.css'

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
