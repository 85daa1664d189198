import { X } from 'lucide-react'
import { useEffect } from 'react'
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
  useEffect(() => (isRinging ? startRinging() : undefined), [isRinging])
  return (
    <section className={styles.panel} aria-label={t.softphone.label}>
      <header className={styles.header}>
        <h2>{t.softphone.title(number)}</h2>
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
        <CallControls key={call.phase} phone={phone} call={call} />
      ) : (
        <>
          <DialForm onDial={(to) => void phone.call(to)} />
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
