import {
  ArrowLeftRight,
  Circle,
  Grip,
  Merge,
  Mic,
  MicOff,
  Pause,
  Phone,
  PhoneForwarded,
  PhoneOff,
  Play,
  Square,
} from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { DialField, useDialSources } from '../../portal/numbers/dial-field.tsx'
import { numberTyped } from '../../portal/numbers/find-numbers.ts'
import { s } from '../../texts/softphone-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { clockTime } from '../../ui/times.ts'
import type { BrowserPhone } from './browser-phone.ts'
import { isIncoming, type PhoneCall } from './phone-state.ts'
import styles from './softphone-panel.module.css'

interface CallControlsProps {
  phone: BrowserPhone
  call: PhoneCall
  name: string
  /** Another one is on hold. */
  hasSecond: boolean
}

/** Who is at the other end, and what can be done. */
export function CallControls({ phone, call, name, hasSecond }: CallControlsProps) {
  const [opened, setOpened] = useState<'keypad' | 'transfer'>()
  const toggle = (what: typeof opened) => setOpened(opened === what ? undefined : what)
  if (isIncoming(call)) return <IncomingControls phone={phone} />
  return (
    <>
      <p className={styles.peer}>
        {name}
        {name !== call.number && <span>{call.number}</span>}
        {call.answeredAt !== undefined && <Duration since={call.answeredAt} />}
      </p>
      <p role="status" className={styles.recording}>
        {call.recording.isOn && s.recording}
      </p>
      <div className={styles.controls}>
        {call.phase === 'talking' && (
          <>
            <Button
              icon={call.isMuted ? <MicOff /> : <Mic />}
              aria-pressed={call.isMuted}
              onClick={() => phone.mute(!call.isMuted)}
            >
              {s.mute}
            </Button>
            <Button
              icon={call.isHeld ? <Play /> : <Pause />}
              aria-pressed={call.isHeld}
              onClick={() => phone.hold(!call.isHeld)}
            >
              {s.hold}
            </Button>
            {call.recording.canChange && (
              <Button
                icon={call.recording.isOn ? <Square /> : <Circle />}
                aria-pressed={call.recording.isOn}
                busy={call.recording.isChanging}
                onClick={() => phone.record()}
              >
                {s.record}
              </Button>
            )}
            <Button icon={<Grip />} aria-expanded={opened === 'keypad'} onClick={() => toggle('keypad')}>
              {t.softphone.keypad}
            </Button>
            {!hasSecond && (
              <Button
                icon={<PhoneForwarded />}
                aria-expanded={opened === 'transfer'}
                busy={call.isTransferring}
                onClick={() => toggle('transfer')}
              >
                {s.transfer}
              </Button>
            )}
          </>
        )}
        <Button look="danger" icon={<PhoneOff />} onClick={() => void phone.hangUp()}>
          {s.hangUp}
        </Button>
      </div>
      {opened === 'keypad' && <Keypad onPress={phone.press} takesFocus />}
      {opened === 'transfer' && !hasSecond && (
        <TransferForm phone={phone} onDone={() => setOpened(undefined)} />
      )}
    </>
  )
}

function IncomingControls({ phone }: { phone: BrowserPhone }) {
  return (
    <div className={styles.controls}>
      <Button look="primary" icon={<Phone />} onClick={() => void phone.answer()}>
        {s.answer}
      </Button>
      <Button look="danger" icon={<PhoneOff />} onClick={() => void phone.decline()}>
        {s.decline}
      </Button>
    </div>
  )
}

/** Sends the call to another number, at once or after a call there. */
function TransferForm({ phone, onDone }: { phone: BrowserPhone; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const number = numberTyped(typed)
  const sources = useDialSources()
  function send(event: FormEvent) {
    event.preventDefault()
    if (number === '') return
    onDone()
    void phone.transfer(number)
  }
  return (
    <form className={styles.transfer} onSubmit={send}>
      <DialField label={s.transferTo} value={typed} sources={sources} onChange={setTyped} />
      <div className={styles.controls}>
        <Button look="primary" type="submit" disabled={number === ''}>
          {s.transferNow}
        </Button>
        <Button
          disabled={number === ''}
          onClick={() => {
            onDone()
            void phone.call(number)
          }}
        >
          {s.askFirst}
        </Button>
      </div>
    </form>
  )
}

interface SecondCallProps {
  phone: BrowserPhone
  call: PhoneCall
  name: string
  /** The two can be connected with each other. */
  canJoin: boolean
}

/** The call beside the current one: it rings, or is on hold. */
export function SecondCall({ phone, call, name, canJoin }: SecondCallProps) {
  return (
    <section className={styles.second} aria-label={s.second}>
      {isIncoming(call) ? (
        <IncomingControls phone={phone} />
      ) : (
        <>
          <p className={styles.status}>
            {name} · {call.isTransferring ? s.transferring : s.held}
          </p>
          <div className={styles.controls}>
            <Button icon={<ArrowLeftRight />} onClick={() => phone.swap()}>
              {s.swap}
            </Button>
            <Button
              icon={<Merge />}
              disabled={!canJoin}
              busy={call.isTransferring}
              onClick={() => void phone.join()}
            >
              {s.join}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** How long the call has lasted. */
function Duration({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  return <span role="timer">{clockTime(seconds)}</span>
}
