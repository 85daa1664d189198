import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import type { Message } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { showNumber } from '../../ui/show-number.ts'
import styles from './message-bubble.module.css'

const icons: Record<Message['status'], LucideIcon> = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  undelivered: CircleAlert,
  failed: CircleAlert,
  received: Check,
}

/** The delivery status of an outbound message, with the reason. `named` adds the recipient. */
export function MessageStatus({ message, named }: { message: Message; named: boolean }) {
  const { status, error_message: reason, to } = message
  const Icon = icons[status]
  const failed = status === 'failed' || status === 'undelivered'
  const word = p.texting.statuses[status]
  const text = reason ? p.texting.statusWithReason(word, reason) : word
  return (
    <span className={classNames(styles.status, failed && styles.failed)}>
      <Icon aria-hidden="true" />
      {named ? p.texting.recipientStatus(showNumber(to), text) : text}
    </span>
  )
}
