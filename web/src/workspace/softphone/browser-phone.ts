import type { Invitation, Session } from 'sip.js'
import type { SessionDescriptionHandler, SessionManager } from 'sip.js/lib/platform/web/index.js'
import { changeMicrophone, describeCalls } from './describe-calls.ts'
import { createHold } from './hold-calls.ts'
import {
  type CallRecording,
  initialPhoneState,
  isIncoming,
  newCall,
  type PhoneCall,
  type PhoneState,
  problemOf,
} from './phone-state.ts'
import { type Credentials, connectionOptions } from './sip-options.ts'
import { playOn } from './sound-devices.ts'

const MAX_CALLS = 2
const TRY_AGAIN_MS = 5000
/** A recording that has not begun by then does not begin. */
const RECORDING_MS = 5000
const RECORD_KEYS = '*1'

export type BrowserPhone = ReturnType<typeof createBrowserPhone>

/** A call, its connection to the PBX, and what plays its sound. */
interface Leg {
  call: PhoneCall
  /** undefined until the PBX is asked for it */
  session: Session | undefined
  audio: HTMLAudioElement
}

/**
 * This browser as a phone with two calls, one of them on hold: sip.js, and its state for the page. Each connection gets
 * credentials of its own.
 */
export function createBrowserPhone(fetchCredentials: () => Promise<Credentials>) {
  let state: PhoneState = initialPhoneState
  const listeners = new Set<() => void>()
  /** The first one is what the person talks in; the other is on hold, or rings. */
  let legs: readonly Leg[] = []
  let domain = ''
  let manager: SessionManager | undefined
  let connecting: Promise<void> | undefined
  let timer: number | undefined
  let recordTimer: number | undefined
  let isWanted = false

  function set(changes: Partial<PhoneState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  function setLegs(next: readonly Leg[], changes: Partial<PhoneState> = {}): void {
    legs = next
    set({ ...changes, call: legs[0]?.call, second: legs[1]?.call })
  }
  const newLeg = (call: PhoneCall, session?: Session): Leg => ({ call, session, audio: playOn(new Audio()) })
  const legOf = (session: Session) => legs.find((leg) => leg.session === session)

  function setCall(leg: Leg | undefined, changes: Partial<PhoneCall>): void {
    if (!leg || !legs.includes(leg)) return
    leg.call = { ...leg.call, ...changes }
    setLegs(legs)
  }

  const holding = createHold(
    async (one, isHeld) => (isHeld ? manager?.hold(one) : manager?.unhold(one)),
    (one) => legOf(one) && set({ problem: 'hold' }),
  )

  /** Before the person talks in another call. */
  function holdOthers(than: Leg): void {
    for (const { call, session } of legs.filter((leg) => leg !== than))
      if (session && call.phase === 'talking' && !call.isHeld) holding.set(session, true)
  }

  /** Who has answered, or whom the call was transferred to. */
  function identify(one: Session): void {
    const { displayName, uri } = one.assertedIdentity ?? {}
    if (displayName) setCall(legOf(one), { name: displayName, number: uri?.user ?? '' })
  }

  /** Closes the microphone, too: the PBX may take its time to confirm the end. */
  function endLeg(leg: Leg): void {
    leg.session?.sessionDescriptionHandler?.close()
    if (leg.session) holding.forget(leg.session)
    setLegs(legs.filter((one) => one !== leg))
  }

  function ended(one: Session): void {
    const leg = legOf(one)
    if (leg) endLeg(leg)
  }

  async function open(): Promise<void> {
    set({ line: 'connecting' })
    const [{ SessionManager, defaultSessionDescriptionHandlerFactory }, credentials] = await Promise.all([
      import('sip.js/lib/platform/web/index.js'),
      fetchCredentials(),
    ])
    domain = credentials.domain
    const describe = describeCalls(defaultSessionDescriptionHandlerFactory)
    const audioOf = (one: Session) => legOf(one)?.audio ?? new Audio()
    const mine = new SessionManager(
      ...connectionOptions(credentials, audioOf, describe, {
        onCallCreated(one) {
          const placing = legs.find((leg) => leg.session === undefined)
          // An invitation becomes a call when it is received.
          if (placing && !('accept' in one)) placing.session = one
        },
        onCallReceived(one) {
          const { displayName, uri } = one.remoteIdentity
          const number = uri.user ?? ''
          const call = newCall('incoming', number, displayName || number)
          setLegs([...legs, newLeg(call, one)], { problem: undefined })
        },
        onCallAnswered(one) {
          const leg = legOf(one)
          if (!leg) return
          setCall(leg, { phase: 'talking', answeredAt: Date.now() })
          one.delegate = {
            ...one.delegate,
            onInvite: () => identify(one),
            // The PBX transfers calls itself. sip.js would begin another call.
            onRefer: (referral) => void referral.reject().catch(() => {}),
          }
          identify(one)
        },
        onCallHangup: ended,
        onCallHold(one, isHeld) {
          const leg = legOf(one)
          if (!leg) return
          if (state.problem === 'hold') set({ problem: undefined })
          setCall(leg, { isHeld })
          holding.responded(one, isHeld)
        },
        onServerDisconnect(error) {
          if (manager === mine) lost(error)
        },
      }),
    )
    refuseFurtherCalls(mine)
    manager = mine
    await mine.connect()
    await mine.register()
    if (manager === mine) set({ line: 'ready' })
  }

  /** Before sip.js takes it on. While a call is being placed, nobody can answer another one. */
  function refuseFurtherCalls({ userAgent }: SessionManager): void {
    const { delegate } = userAgent
    userAgent.delegate = {
      ...delegate,
      onInvite(invitation) {
        const isBusy = legs.length >= MAX_CALLS || legs.some(({ call }) => call.phase === 'ringing')
        if (isBusy) invitation.reject({ statusCode: 486 }).catch(() => {})
        else delegate?.onInvite?.(invitation)
      },
    }
  }

  function lost(error?: Error): void {
    manager = undefined
    connecting = undefined
    for (const leg of legs) endLeg(leg)
    // The person may no longer use the extension.
    if (/\b4403\b/.test(error?.message ?? '')) isWanted = false
    set({ line: isWanted ? 'lost' : 'off' })
    if (!isWanted) return
    clearTimeout(timer)
    timer = window.setTimeout(() => void connect().catch(() => {}), TRY_AGAIN_MS)
  }

  function connect(): Promise<void> {
    isWanted = true
    connecting ??= open().catch((error) => {
      lost(error)
      throw error
    })
    return connecting
  }

  function notRecorded(leg: Leg): void {
    if (!legs.includes(leg)) return
    set({ problem: 'recording' })
    setCall(leg, { recording: { ...leg.call.recording, isChanging: false } })
  }

  async function call(number: string): Promise<void> {
    if (legs.length >= MAX_CALLS || legs.some((one) => one.call.phase === 'ringing'))
      return set({ problem: 'inCall' })
    const leg = newLeg(newCall('outgoing', number))
    holdOthers(leg)
    setLegs([leg, ...legs], { problem: undefined })
    try {
      await connect()
      if (!legs.includes(leg)) return
      const requestDelegate = {
        onReject: ({ message }: { message: { statusCode?: number | undefined } }) =>
          // 487: we have hung up ourselves.
          message.statusCode !== 487 && set({ problem: problemOf(message.statusCode) }),
      }
      await manager!.call(`sip:${number}@${domain}`, undefined, { requestDelegate })
    } catch (error) {
      if (!legs.includes(leg)) return
      if (!leg.session) endLeg(leg)
      set({ problem: isMicrophone(error) ? 'microphone' : 'failed' })
    }
  }

  async function end(leg: Leg | undefined): Promise<void> {
    if (!leg) return
    const { session } = leg
    if (!session) endLeg(leg)
    else if (isIncoming(leg.call))
      await (session as Invitation).reject({ statusCode: 486 }).catch(() => ended(session))
    else await manager?.hangup(session).catch(() => ended(session))
  }

  /** Asks the PBX to connect the other end of a call with a number, or with the other end of another call. */
  async function refer(leg: Leg, target: string | Session): Promise<void> {
    const failed = () => {
      if (!legs.includes(leg)) return
      set({ problem: 'transfer' })
      setCall(leg, { isTransferring: false })
    }
    set({ problem: undefined })
    setCall(leg, { isTransferring: true })
    const options = {
      requestDelegate: { onReject: failed },
      onNotify(notification: { accept: () => Promise<void>; request: { body: string } }) {
        void notification.accept().catch(() => {})
        const status = Number(/^SIP\/2\.0 (\d{3})/.exec(notification.request.body)?.[1] ?? 0)
        if (status >= 300) failed()
        // The PBX ends the calls of this phone, unless it leaves that to the phone.
        else if (status >= 200) for (const one of target instanceof Object ? legs : [leg]) void end(one)
      },
    }
    await manager?.transfer(leg.session!, target, options).catch(failed)
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect,
    disconnect(): void {
      isWanted = false
      clearTimeout(timer)
      const ending = manager
      manager = undefined
      connecting = undefined
      for (const leg of legs) endLeg(leg)
      set({ line: 'off' })
      void ending?.disconnect().catch(() => {})
    },
    call,
    /** The call that rings; another one is put on hold. */
    async answer(): Promise<void> {
      const leg = legs.find((one) => isIncoming(one.call))
      if (!leg?.session) return
      holdOthers(leg)
      setLegs([leg, ...legs.filter((one) => one !== leg)])
      try {
        await manager?.answer(leg.session)
      } catch (error) {
        if (!legs.includes(leg)) return
        set({ problem: isMicrophone(error) ? 'microphone' : 'failed' })
        await manager?.decline(leg.session).catch(() => {})
      }
    },
    decline: () => end(legs.find((one) => isIncoming(one.call))),
    hangUp: () => end(legs[0]),
    /** Puts the call on hold and continues the other one. */
    swap(): void {
      const [first, second] = legs
      if (!first || !second?.session || second.call.phase !== 'talking') return
      holdOthers(second)
      setLegs([second, first])
      holding.set(second.session, false)
    },
    /** Connects the other end with a number, without asking there. */
    async transfer(number: string): Promise<void> {
      const [leg] = legs
      if (leg?.session && leg.call.phase === 'talking') await refer(leg, `sip:${number}@${domain}`)
    },
    /** Connects the two calls with each other, and leaves them. */
    async join(): Promise<void> {
      const [first, second] = legs
      if (first?.session && second?.session && first.call.phase === 'talking')
        await refer(second, first.session)
    },
    mute(isMuted: boolean): void {
      const [leg] = legs
      if (!leg?.session) return
      if (isMuted) manager?.mute(leg.session)
      else manager?.unmute(leg.session)
      setCall(leg, { isMuted })
    },
    hold(isHeld: boolean): void {
      const session = legs[0]?.session
      if (!session) return
      // Such as that of another call, which was declined: the state of this one counts now.
      set({ problem: undefined })
      holding.set(session, isHeld)
    },
    press(keys: string): void {
      const session = legs[0]?.session
      if (session && !sendKeys(session, keys)) set({ problem: 'keys' })
    },
    /** Begins or ends the recording, as pressing the keys does on any phone. */
    record(): void {
      const [leg] = legs
      if (!leg?.session) return
      setCall(leg, { recording: { ...leg.call.recording, isChanging: true } })
      clearTimeout(recordTimer)
      if (sendKeys(leg.session, RECORD_KEYS))
        recordTimer = window.setTimeout(() => notRecorded(leg), RECORDING_MS)
      else notRecorded(leg)
    },
    /** What the server says about the recording of the call. */
    noteRecording(now: Pick<CallRecording, 'isOn' | 'canChange'>): void {
      clearTimeout(recordTimer)
      if (state.problem === 'recording') set({ problem: undefined })
      setCall(legs[0], { recording: { ...now, isChanging: false } })
    },
    /** Another microphone or speaker was chosen. */
    async changeDevices(): Promise<void> {
      for (const { audio, session } of legs) {
        playOn(audio)
        if (session) await changeMicrophone(session)
      }
    },
  }
}

/** The person, or the system, does not let the page hear. */
const isMicrophone = (error: unknown) =>
  error instanceof DOMException &&
  ['NotAllowedError', 'NotFoundError', 'NotReadableError'].includes(error.name)

/** Sends keys after those that are still being sent, which the browser would drop. Returns whether it can. */
function sendKeys(session: Session, keys: string): boolean {
  const handler = session.sessionDescriptionHandler as SessionDescriptionHandler | undefined
  const sender = handler?.peerConnection?.getSenders().find(({ dtmf }) => dtmf?.canInsertDTMF)?.dtmf
  if (!sender) return false
  sender.insertDTMF(sender.toneBuffer + keys)
  return true
}
