import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import type { BrowserPhone } from './browser-phone.ts'
import { CallControls } from './call-controls.tsx'
import { DialForm } from './dial-form.tsx'
import type { PhoneState } from './phone-state.ts'
import { startRinging } from './ring.ts'
import styles from './softphone.module.css'

interface SoftphonePanelProps {
  phone: BrowserPhone
  state: PhoneState
  /** one's own */
  number: number
  ringsHere: boolean
  onRingHere: (rings: boolean) => void
  onClose: () => void
}

/** The phone beside the rail: a number to dial, or the call. */
export function SoftphonePanel(props: SoftphonePanelProps) {
  const { phone, state, number, ringsHere, onRingHere, onClose } = props
  const { call, line, problem } = state
  const isRinging = call?.kind === 'incoming' && call.phase === 'ringing'
  const [dialled, setDialled] = useState('')
  const isTalking = call?.phase === 'talking'
  useEffect(() => {
    if (isTalking) setDialled('')
  }, [isTalking])
  const [hidesCall, setHidesCall] = useState(false)
  const isSmall = hidesCall && call !== undefined && !isRinging
  useEffect(() => (isRinging ? startRinging() : undefined), [isRinging])
  return (
    <section className={styles.panel} aria-label={t.softphone.label}>
      <header className={styles.header}>
        <h2>{isSmall ? call.name : t.softphone.title(number)}</h2>
        {call && !isRinging && (
          <IconButton
            label={isSmall ? t.softphone.showControls : t.softphone.hideControls}
            aria-expanded={!isSmall}
            onClick={() => setHidesCall(!hidesCall)}
          >
            {isSmall ? <ChevronUp /> : <ChevronDown />}
          </IconButton>
        )}
        {!call && (
          <IconButton label={t.softphone.close} onClick={onClose}>
            <X />
          </IconButton>
        )}
      </header>
      {/* A call must not take the focus from somebody who is typing: it is read aloud. */}
      <p role="alert" className={isRinging ? styles.incoming : 'visually-hidden'}>
        {isRinging && t.softphone.incoming(call.name, call.number)}
      </p>
      <p role="status" className={styles.status}>
        {!isRinging &&
          (problem
            ? t.softphone.problem[problem]
            : call
              ? call.isHeld
                ? t.softphone.held
                : t.softphone.phase[call.phase]
              : t.softphone.line[line])}
      </p>
      {call ? (
        <div className={styles.call} hidden={isSmall}>
          <CallControls key={call.phase} phone={phone} call={call} />
        </div>
      ) : (
        <>
          <DialForm
            // Nobody has answered: to correct it, or to try again.
            initial={dialled}
            onDial={(to) => {
              setDialled(to)
              void phone.call(to)
            }}
          />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={ringsHere}
              onChange={({ target }) => onRingHere(target.checked)}
            />
            {t.softphone.ringHere}
          </label>
        </>
      )}
    </section>
  )
}
