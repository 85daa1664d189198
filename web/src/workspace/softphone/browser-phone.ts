import type { Invitation, Session } from 'sip.js'
import type { SessionDescriptionHandler, SessionManager } from 'sip.js/lib/platform/web/index.js'
import { describeCalls } from './describe-calls.ts'
import {
  type CallRecording,
  initialPhoneState,
  newCall,
  type PhoneCall,
  type PhoneState,
  problemOf,
} from './phone-state.ts'
import { type Credentials, connectionOptions } from './sip-options.ts'

const TRIES = 5

const PAUSE_MS = 400

const TRY_AGAIN_MS = 5000
/** A recording that has not begun by then does not begin. */
const RECORDING_MS = 5000
const RECORD_KEYS = '*1'

export type BrowserPhone = ReturnType<typeof createBrowserPhone>

/** This browser as a phone: sip.js, and its state for the page. Each connection gets credentials of its own. */
export function createBrowserPhone(fetchCredentials: () => Promise<Credentials>) {
  let state: PhoneState = initialPhoneState
  const listeners = new Set<() => void>()
  const audio = new Audio()
  let domain = ''
  let manager: SessionManager | undefined
  let session: Session | undefined
  let connecting: Promise<void> | undefined
  let timer: number | undefined
  let recordTimer: number | undefined
  let isWanted = false
  /** Tells a call that is being placed that it was hung up, and perhaps another one begun. */
  let attempts = 0

  function set(changes: Partial<PhoneState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const setCall = (changes: Partial<PhoneCall>) => state.call && set({ call: { ...state.call, ...changes } })

  const holding = createHold(
    async (one, isHeld) => (isHeld ? manager?.hold(one) : manager?.unhold(one)),
    (one) => one === session && set({ problem: 'hold' }),
  )

  /** Who has answered, or whom the call was transferred to. */
  function identify(one: Session): void {
    const { displayName, uri } = one.assertedIdentity ?? {}
    if (one === session && displayName) setCall({ name: displayName, number: uri?.user ?? '' })
  }

  /** Closes the microphone, too: the PBX may take its time to confirm the end. */
  function endCall(): void {
    session?.sessionDescriptionHandler?.close()
    session = undefined
    set({ call: undefined })
  }

  function ended(one: Session): void {
    if (one === session) endCall()
  }

  async function open(): Promise<void> {
    set({ line: 'connecting' })
    const [{ SessionManager, defaultSessionDescriptionHandlerFactory }, credentials] = await Promise.all([
      import('sip.js/lib/platform/web/index.js'),
      fetchCredentials(),
    ])
    domain = credentials.domain
    const mine = new SessionManager(
      ...connectionOptions(credentials, audio, describeCalls(defaultSessionDescriptionHandlerFactory), {
        onCallCreated(one) {
          session = one
        },
        onCallReceived(one) {
          const { displayName, uri } = one.remoteIdentity
          const number = uri.user ?? ''
          set({ problem: undefined, call: newCall('incoming', number, displayName || number) })
        },
        onCallAnswered(one) {
          if (one !== session) return
          setCall({ phase: 'talking' })
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
          if (one !== session) return
          if (state.problem === 'hold') set({ problem: undefined })
          setCall({ isHeld })
          holding.responded(isHeld)
        },
        onServerDisconnect(error) {
          if (manager === mine) lost(error)
        },
      }),
    )
    refuseSecondCall(mine)
    manager = mine
    await mine.connect()
    await mine.register()
    if (manager === mine) set({ line: 'ready' })
  }

  /** Before sip.js takes it on: when it drops one of two calls, it silences the other. */
  function refuseSecondCall({ userAgent }: SessionManager): void {
    const { delegate } = userAgent
    userAgent.delegate = {
      ...delegate,
      onInvite(invitation) {
        if (state.call) invitation.reject({ statusCode: 486 }).catch(() => {})
        else delegate?.onInvite?.(invitation)
      },
    }
  }

  function lost(error?: Error): void {
    manager = undefined
    connecting = undefined
    endCall()
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

  function notRecorded(one: Session): void {
    if (one !== session || !state.call) return
    set({ problem: 'recording' })
    setCall({ recording: { ...state.call.recording, isChanging: false } })
  }

  async function call(number: string): Promise<void> {
    if (state.call) return set({ problem: 'inCall' })
    set({ problem: undefined, call: newCall('outgoing', number) })
    attempts += 1
    const mine = attempts
    try {
      await connect()
      if (mine !== attempts) return
      const requestDelegate = {
        onReject: ({ message }: { message: { statusCode?: number | undefined } }) =>
          // 487: we have hung up ourselves.
          message.statusCode !== 487 && set({ problem: problemOf(message.statusCode) }),
      }
      await manager!.call(`sip:${number}@${domain}`, undefined, { requestDelegate })
    } catch (error) {
      if (mine !== attempts) return
      if (!session) set({ call: undefined })
      set({ problem: isMicrophone(error) ? 'microphone' : 'failed' })
    }
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
      attempts += 1
      endCall()
      set({ line: 'off' })
      void ending?.disconnect().catch(() => {})
    },
    call,
    async answer(): Promise<void> {
      const [mine, answering] = [attempts, session]
      if (!answering) return
      try {
        await manager?.answer(answering)
      } catch (error) {
        if (mine !== attempts) return
        set({ problem: isMicrophone(error) ? 'microphone' : 'failed' })
        if (answering === session) await manager?.decline(answering).catch(() => {})
      }
    },
    async hangUp(): Promise<void> {
      attempts += 1
      const ending = session
      if (!ending) endCall()
      else if (state.call?.kind === 'incoming' && state.call.phase === 'ringing') {
        await (ending as Invitation).reject({ statusCode: 486 }).catch(() => ended(ending))
      } else await manager?.hangup(ending).catch(() => ended(ending))
    },
    mute(isMuted: boolean): void {
      if (!session) return
      if (isMuted) manager?.mute(session)
      else manager?.unmute(session)
      setCall({ isMuted })
    },
    hold(isHeld: boolean): void {
      if (session) holding.set(session, isHeld)
    },
    press(keys: string): void {
      if (session && !sendKeys(session, keys)) set({ problem: 'keys' })
    },
    /** Begins or ends the recording, as pressing the keys does on any phone. */
    record(): void {
      if (!session || !state.call) return
      const of = session
      setCall({ recording: { ...state.call.recording, isChanging: true } })
      clearTimeout(recordTimer)
      if (sendKeys(of, RECORD_KEYS)) recordTimer = window.setTimeout(() => notRecorded(of), RECORDING_MS)
      else notRecorded(of)
    },
    /** What the server says about the recording of the call. */
    noteRecording(now: Pick<CallRecording, 'isOn' | 'canChange'>): void {
      clearTimeout(recordTimer)
      if (state.problem === 'recording') set({ problem: undefined })
      setCall({ recording: { ...now, isChanging: false } })
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

/** Puts calls on hold. When both sides change a call at the same moment, neither may: it is tried again. */
function createHold(
  setHeld: (session: Session, isHeld: boolean) => Promise<unknown>,
  onFailure: (session: Session) => void,
) {
  let wanted: { session: Session; isHeld: boolean; tries: number } | undefined

  function attempt(): void {
    if (wanted) setHeld(wanted.session, wanted.isHeld).catch(failed)
  }
  function failed(): void {
    if (!wanted) return
    const { session } = wanted
    wanted.tries -= 1
    if (wanted.tries > 0) {
      window.setTimeout(attempt, PAUSE_MS)
      return
    }
    wanted = undefined
    onFailure(session)
  }
  return {
    set(session: Session, isHeld: boolean): void {
      wanted = { session, isHeld, tries: TRIES }
      attempt()
    },
    /** The other side has agreed, or refused: then the call is as before. */
    responded(isHeld: boolean): void {
      if (wanted && wanted.isHeld !== isHeld) failed()
      else wanted = undefined
    },
  }
}
