import {
  ChevronDown,
  ChevronUp,
  Circle,
  Grip,
  Mic,
  MicOff,
  Pause,
  Phone,
  PhoneOff,
  Play,
  Square,
  X,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import type { BrowserPhone } from './browser-phone.ts'
import type { PhoneCall, PhoneState } from './phone-state.ts'
import styles from './softphone-panel.module.css'

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

/** Rings until the function that this returns is called. Before the first click on a page, browsers stay silent. */
function startRinging(): () => void {
  const context = new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = 440
  volume.gain.value = 0
  tone.connect(volume).connect(context.destination)
  tone.start()
  const ring = () => {
    const now = context.currentTime
    volume.gain.setValueAtTime(0.1, now)
    volume.gain.setValueAtTime(0, now + 1)
  }
  ring()
  const timer = setInterval(ring, 3000)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

/** A number to call: typed, pasted or from the keypad. */
function DialForm({ initial, onDial }: { initial: string; onDial: (number: string) => void }) {
  const [number, setNumber] = useState(initial)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (number !== '') onDial(number)
      }}
    >
      <div className={styles.dial}>
        <TextField
          label={t.softphone.number}
          hideLabel
          placeholder={t.softphone.number}
          type="tel"
          autoComplete="off"
          value={number}
          onChange={({ target }) => setNumber(target.value.replace(/[^0-9*#+]/g, ''))}
        />
        <Button look="primary" type="submit" icon={<Phone />} disabled={number === ''}>
          {t.softphone.call}
        </Button>
      </div>
      <Keypad onPress={(key) => setNumber((before) => before + key)} />
    </form>
  )
}

/** Who is at the other end, and what can be done. */
function CallControls({ phone, call }: { phone: BrowserPhone; call: PhoneCall }) {
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
