import { Circle, Grip, Mic, MicOff, Pause, Phone, PhoneOff, Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { BrowserPhone } from './browser-phone.ts'
import { Keypad } from './keypad.tsx'
import type { PhoneCall } from './phone-state.ts'
import styles from './softphone.module.css'

/** Who is at the other end, and what can be done. */
export function CallControls({ phone, call }: { phone: BrowserPhone; call: PhoneCall }) {
  const [showsKeypad, setShowsKeypad] = useState(false)
  const isRinging = call.phase === 'ringing'
  return (
    <>
      {!(isRinging && call.kind === 'incoming') && (
        <p className={styles.peer}>
          {call.name}
          {call.name !== call.number && <span>{call.number}</span>}
          {!isRinging && <Duration />}
        </p>
      )}
      <p role="status" className={styles.recording}>
        {call.recording.isOn && t.softphone.recording}
      </p>
      <div className={styles.controls}>
        {isRinging && call.kind === 'incoming' && (
          <Button look="primary" icon={<Phone />} onClick={() => void phone.answer()}>
            {t.softphone.answer}
          </Button>
        )}
        {!isRinging && (
          <>
            <Button
              icon={call.isMuted ? <MicOff /> : <Mic />}
              aria-pressed={call.isMuted}
              onClick={() => phone.mute(!call.isMuted)}
            >
              {t.softphone.mute}
            </Button>
            <Button
              icon={call.isHeld ? <Play /> : <Pause />}
              aria-pressed={call.isHeld}
              onClick={() => phone.hold(!call.isHeld)}
            >
              {t.softphone.hold}
            </Button>
            {call.recording.canChange && (
              <Button
                icon={call.recording.isOn ? <Square /> : <Circle />}
                aria-pressed={call.recording.isOn}
                busy={call.recording.isChanging}
                onClick={() => phone.record()}
              >
                {t.softphone.record}
              </Button>
            )}
            <Button icon={<Grip />} aria-expanded={showsKeypad} onClick={() => setShowsKeypad(!showsKeypad)}>
              {t.softphone.keypad}
            </Button>
          </>
        )}
        <Button look="danger" icon={<PhoneOff />} onClick={() => void phone.hangUp()}>
          {isRinging && call.kind === 'incoming' ? t.softphone.decline : t.softphone.hangUp}
        </Button>
      </div>
      {showsKeypad && <Keypad onPress={phone.press} takesFocus />}
    </>
  )
}

/** How long the call has lasted. */
function Duration() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const begun = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
