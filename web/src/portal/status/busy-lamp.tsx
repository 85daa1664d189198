import type { UserStatus } from '@switchboard/client/telephony'
import { useState } from 'react'
import { isLamp, type Lamp, presetNamed, StatusLamp, shownText } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { usePortalEvents } from '../shell/portal-context.ts'
import styles from './status.module.css'

/** What the page shows of the status of a user. */
export type ShownStatus = Pick<
  UserStatus,
  'user_id' | 'status' | 'updated_at' | 'presence' | 'has_registered_phone'
>

type Presence = NonNullable<ShownStatus['presence']>

/** What an event says of a user: what they have chosen, and not the layers below. */
type HeardStatus = Pick<ShownStatus, 'user_id' | 'status' | 'updated_at'>

/** The status of users as it is now: events are newer than the list. */
export function useLiveStatus(): (listed: ShownStatus, extensionId: string | undefined) => ShownStatus {
  const [heard, setHeard] = useState<ReadonlyMap<string, HeardStatus>>(new Map())
  const [presences, setPresences] = useState<ReadonlyMap<string, Presence>>(new Map())
  const [phones, setPhones] = useState<ReadonlyMap<string, boolean>>(new Map())
  usePortalEvents((event) => {
    if (event.name === 'user_status_updated') {
      const status = event.payload
      setHeard((before) => new Map(before).set(status.user_id, status))
    }
    if (event.name === 'user_presence_updated') {
      const news = event.payload.users.map(({ user_id: id, presence }) => [id, presence] as const)
      setPresences((before) => new Map([...before, ...news]))
    }
    if (event.name === 'extension.subscriber.updated') {
      const { extension_id: id, state } = event.payload
      setPhones((before) => new Map(before).set(id, state === 'AUTHENTICATED'))
    }
    // The list is read again.
    if (event.name === 'authenticated') {
      setPresences(new Map())
      setPhones(new Map())
    }
  })
  return (listed, extensionId = '') => {
    const event = heard.get(listed.user_id)
    const presence = presences.get(listed.user_id) ?? listed.presence
    return {
      ...listed,
      // An event may come before the response that already has it.
      ...(event && event.updated_at >= listed.updated_at && event),
      ...(presence && { presence }),
      has_registered_phone: phones.get(extensionId) ?? listed.has_registered_phone,
    }
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
  shown: ShownStatus
  isRinging: boolean
  hasEntered: boolean
}

/**
 * Whom the chat shows as offline is not available here. Do not disturb and calls hold for the phones, whether or not
 * somebody is in the chat.
 */
function lampOf({ status: { status }, presence }: ShownStatus): Lamp | undefined {
  if (status === 'do_not_disturb' || status === 'on_a_call') return status
  if (presence === 'offline') return 'offline'
  if (presence === 'away' || status === 'away') return 'away'
  return isLamp(status) ? status : undefined
}

/** The busy lamp of a person, and what they say that they are doing, as in the chat. */
export function BusyLamp({ shown, isRinging, hasEntered }: BusyLampProps) {
  const { status, action_type: type, text = '', emoji = '' } = shown.status
  const preset = isLamp(status) ? undefined : presetNamed(status)
  const lamp = lampOf(shown)
  const isOnline = shown.presence === 'active' || shown.presence === 'away'
  const isUnknown = !hasEntered && !isOnline && (lamp === 'away' || lamp === 'offline')
  return (
    <span className={styles.lamps} aria-live="polite">
      {isRinging && status !== 'on_a_call' && <StatusLamp lamp="ringing" />}
      {isUnknown ? (
        <span className={styles.soft}>{t.status.neverEntered}</span>
      ) : (
        lamp && <StatusLamp lamp={lamp} />
      )}
      {lamp === 'offline' && shown.has_registered_phone && (
        <span className={styles.soft}>{t.status.phoneRings}</span>
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
