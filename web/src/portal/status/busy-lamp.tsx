import type { UserStatus } from '@switchboard/client/telephony'
import { useState } from 'react'
import { isLamp, presetNamed, StatusLamp, shownText } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { usePortalEvents } from '../shell/portal-context.ts'
import styles from './status.module.css'

/** The event has what others see, and not the layers below. */
export type ShownStatus = Pick<UserStatus, 'user_id' | 'user_email' | 'status' | 'updated_at'>

/** The status of users as it is now: events are newer than the list. */
export function useLiveStatus(): (listed: ShownStatus) => ShownStatus {
  const [heard, setHeard] = useState<ReadonlyMap<string, ShownStatus>>(new Map())
  usePortalEvents(({ name, payload }) => {
    if (name !== 'user_status_updated') return
    const status = payload as ShownStatus
    setHeard((before) => new Map(before).set(status.user_id, status))
  })
  return (listed) => {
    const event = heard.get(listed.user_id)
    // An event may come before the response that already has it.
    return event && event.updated_at >= listed.updated_at ? event : listed
  }
}

/** Ids of the extensions whose phones ring. A status does not say so: most calls are for somebody else's phone, too. */
export function useRinging(): ReadonlySet<string> {
  const [ringing, setRinging] = useState<ReadonlySet<string>>(new Set())
  usePortalEvents(({ name, payload }) => {
    if (name === 'events.missed') setRinging(new Set())
    if (name !== 'extension.subscriber.updated') return
    const { extension_id: id, call_status: call } = payload as { extension_id: string; call_status: string }
    setRinging((before) => {
      const others = [...before].filter((one) => one !== id)
      return new Set(call === 'ringing' ? [...others, id] : others)
    })
  })
  return ringing
}

interface BusyLampProps {
  status: UserStatus['status']
  isRinging: boolean
  hasEntered: boolean
}

/** The busy lamp of a person, and what they say that they are doing, as in the chat. */
export function BusyLamp({ status: shown, isRinging, hasEntered }: BusyLampProps) {
  const { status, action_type: type, text = '', emoji = '' } = shown
  const preset = isLamp(status) ? undefined : presetNamed(status)
  const isUnknown = !hasEntered && status === 'away'
  return (
    <span className={styles.lamps} aria-live="polite">
      {isRinging && status !== 'on_a_call' && <StatusLamp lamp="ringing" />}
      {isUnknown ? (
        <span className={styles.soft}>{t.status.neverEntered}</span>
      ) : (
        isLamp(status) && <StatusLamp lamp={status} />
      )}
      {preset && <Words emoji={preset.emoji.character} text={t.status.names[preset.name]} />}
      {(text !== '' || emoji !== '') && <Words emoji={emoji} text={shownText(text)} />}
      {type === 'automatic' && <span className={styles.soft}>{t.status.automatic}</span>}
    </span>
  )
}

function Words({ emoji, text }: { emoji: string; text: string }) {
  return (
    <span>
      {emoji !== '' && <span aria-hidden="true">{emoji} </span>}
      {text}
    </span>
  )
}
