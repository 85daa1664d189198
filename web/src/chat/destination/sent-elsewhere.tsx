import { X } from 'lucide-react'
import { useEffect } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useNarrowHash } from '../shell/route.ts'
import type { Conversation } from '../state/conversation.ts'
import { destinationOfConversation } from './destination.ts'
import { useDestinationName } from './destination-name.ts'
import styles from './sent-elsewhere.module.css'

const SHOWN_MS = 15_000

interface SentElsewhereProps {
  conversation: Conversation
  onClose: () => void
}

/** The message went where one does not look: how to get there. */
export function SentElsewhere({ conversation, onClose }: SentElsewhereProps) {
  const hashOf = useNarrowHash()
  const nameOf = useDestinationName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is told for as long
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [conversation])
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
