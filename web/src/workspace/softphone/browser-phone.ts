import type { Invitation, Session } from 'sip.js'
import type { SessionManager } from 'sip.js/lib/platform/web/index.js'
import { withAddress } from './describe-calls.ts'
import { createHold } from './hold-call.ts'
import {
  type CallRecording,
  initialPhoneState,
  newCall,
  type PhoneCall,
  type PhoneState,
  problemOf,
} from './phone-state.ts'
import { sendKeys } from './send-keys.ts'
import { type Credentials, connectionOptions } from './sip-options.ts'

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

  function ended(one: Session): void {
    if (one !== session) return
    session = undefined
    set({ call: undefined })
  }

  async function open(): Promise<void> {
    set({ line: 'connecting' })
    const [{ SessionManager, defaultSessionDescriptionHandlerFactory: describe }, credentials] =
      await Promise.all([import('sip.js/lib/platform/web/index.js'), fetchCredentials()])
    domain = credentials.domain
    const mine = new SessionManager(
      ...connectionOptions(credentials, audio, withAddress(describe()), {
        onCallReceived(one) {
          session = one
          const { displayName, uri } = one.remoteIdentity
          const number = uri.user ?? ''
          set({ problem: undefined, call: newCall('incoming', number, displayName || number) })
        },
        onCallAnswered(one) {
          if (one !== session) return
          setCall({ phase: 'talking' })
          one.delegate = { ...one.delegate, onInvite: () => identify(one) }
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
    manager = mine
    await mine.connect()
    await mine.register()
    if (manager === mine) set({ line: 'ready' })
  }

  function lost(error?: Error): void {
    manager = undefined
    session = undefined
    connecting = undefined
    // The person may no longer use the extension.
    if (/\b4403\b/.test(error?.message ?? '')) isWanted = false
    set({ line: isWanted ? 'lost' : 'off', call: undefined })
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
    try {
      await connect()
      const requestDelegate = {
        onReject: ({ message }: { message: { statusCode?: number | undefined } }) =>
          // 487: we have hung up ourselves.
          message.statusCode !== 487 && set({ problem: problemOf(message.statusCode) }),
      }
      session = await manager!.call(`sip:${number}@${domain}`, undefined, { requestDelegate })
      // Hung up in the meantime.
      if (!state.call) await manager?.hangup(session)
    } catch (error) {
      session = undefined
      set({ call: undefined, problem: isMicrophone(error) ? 'microphone' : 'failed' })
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
      session = undefined
      set({ line: 'off', call: undefined })
      void ending?.disconnect().catch(() => {})
    },
    call,
    async answer(): Promise<void> {
      try {
        if (session) await manager?.answer(session)
      } catch (error) {
        set({ problem: isMicrophone(error) ? 'microphone' : 'failed' })
        if (session) await manager?.decline(session).catch(() => {})
      }
    },
    async hangUp(): Promise<void> {
      const ending = session
      if (!ending) set({ call: undefined })
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
