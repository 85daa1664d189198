import { QueryClientProvider } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Phone, Settings2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DialField, useDialSources } from '../../portal/numbers/dial-field.tsx'
import { numberTyped } from '../../portal/numbers/find-numbers.ts'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { PortalContext } from '../../portal/shell/portal-context.ts'
import { useUrgentTitle } from '../../shell/page-title.ts'
import { s } from '../../texts/softphone-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import type { BrowserPhone } from './browser-phone.ts'
import { CallControls, SecondCall } from './call-controls.tsx'
import { isIncoming, type PhoneCall, type PhoneState } from './phone-state.ts'
import styles from './softphone-panel.module.css'
import { chooseDevice, chosenDevice, type DeviceKind, useDevices } from './sound-devices.ts'

interface SoftphonePanelProps extends PanelProps {
  phones: Pick<Phones, 'portal' | 'queries'>
}

/** Its fields search in the phones, whatever is open beside it. */
export function SoftphonePanel({ phones: { portal, queries }, ...props }: SoftphonePanelProps) {
  return (
    <QueryClientProvider client={queries}>
      <PortalContext value={portal}>
        <Panel {...props} />
      </PortalContext>
    </QueryClientProvider>
  )
}

interface PanelProps {
  phone: BrowserPhone
  state: PhoneState
  /** one's own */
  number: number
  /** Who is at the other end, by the directory. */
  nameOf: (call: PhoneCall) => string
  ringsHere: boolean
  onRingHere: (rings: boolean) => void
  onClose: () => void
}

/** The phone beside the rail: a number to dial, or the calls. */
function Panel(props: PanelProps) {
  const { phone, state, number, nameOf, ringsHere, onRingHere, onClose } = props
  const { call, second } = state
  const ringing = [call, second].find(isIncoming)
  const announced = ringing && s.incoming(nameOf(ringing), ringing.number)
  const [dialled, setDialled] = useState('')
  const isTalking = call?.phase === 'talking'
  useEffect(() => {
    if (isTalking) setDialled('')
  }, [isTalking])
  const [hidesCall, setHidesCall] = useState(false)
  const [showsSound, setShowsSound] = useState(false)
  const isSmall = hidesCall && call !== undefined && !ringing
  const isRinging = ringing !== undefined
  useEffect(() => (isRinging ? startRinging() : undefined), [isRinging])
  useUrgentTitle(announced)
  return (
    <section className={styles.panel} aria-label={s.label}>
      <header className={styles.header}>
        <h2>{isSmall ? nameOf(call) : s.title(number)}</h2>
        <IconButton label={s.sound} aria-expanded={showsSound} onClick={() => setShowsSound(!showsSound)}>
          <Settings2 />
        </IconButton>
        {call && !ringing && (
          <IconButton
            label={isSmall ? s.showControls : s.hideControls}
            aria-expanded={!isSmall}
            onClick={() => setHidesCall(!hidesCall)}
          >
            {isSmall ? <ChevronUp /> : <ChevronDown />}
          </IconButton>
        )}
        {!call && (
          <IconButton label={s.close} onClick={onClose}>
            <X />
          </IconButton>
        )}
      </header>
      {showsSound && <SoundDevices onChange={() => void phone.changeDevices()} />}
      {/* A call must not take the focus from somebody who is typing: it is read aloud. */}
      <p role="alert" className={ringing ? styles.incoming : 'visually-hidden'}>
        {announced}
      </p>
      {second && (
        <SecondCall
          phone={phone}
          call={second}
          name={nameOf(second)}
          canJoin={isTalking && !second.isTransferring}
        />
      )}
      <p role="status" className={styles.status}>
        {!isIncoming(call) && statusOf(state)}
      </p>
      {call ? (
        <div className={styles.call} hidden={isSmall}>
          <CallControls
            key={`${call.id} ${call.phase}`}
            phone={phone}
            call={call}
            name={nameOf(call)}
            hasSecond={second !== undefined}
          />
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
            {s.ringHere}
          </label>
        </>
      )}
    </section>
  )
}

function statusOf({ call, line, problem }: PhoneState): string {
  if (problem) return s.problem[problem]
  if (!call) return s.line[line]
  if (call.isTransferring) return s.transferring
  return call.isHeld ? s.held : s.phase[call.phase]
}

/** Which microphone and speaker calls use, also during a call. */
function SoundDevices({ onChange }: { onChange: () => void }) {
  const devices = useDevices()
  const [, setChosen] = useState('')
  const choose = (kind: DeviceKind, id: string) => {
    chooseDevice(kind, id)
    setChosen(id)
    onChange()
  }
  return (['audioinput', 'audiooutput'] as const).map((kind) => (
    <SelectField
      key={kind}
      label={kind === 'audioinput' ? s.microphone : s.speaker}
      value={chosenDevice(kind)}
      onChange={({ target }) => choose(kind, target.value)}
    >
      <option value="">{s.systemDevice}</option>
      {devices
        .filter((device) => device.kind === kind && device.deviceId !== '' && device.deviceId !== 'default')
        .map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || s.unnamedDevice(index + 1)}
          </option>
        ))}
    </SelectField>
  ))
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
  const [typed, setTyped] = useState(initial)
  const number = numberTyped(typed)
  const sources = useDialSources()
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
        <DialField label={t.softphone.number} hideLabel value={typed} sources={sources} onChange={setTyped} />
        <Button look="primary" type="submit" icon={<Phone />} disabled={number === ''}>
          {t.softphone.call}
        </Button>
      </div>
      <Keypad onPress={(key) => setTyped((before) => before + key)} />
    </form>
  )
}
