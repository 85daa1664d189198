import type { Message } from '@switchboard/client/chat'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { callChat } from '../api/chat-api.ts'
import { keepPush } from '../api/device-push.ts'
import { desktopApp } from '../shell/desktop-app.ts'
import { t } from '../texts/texts.ts'
import { show24Hours } from '../ui/hours.ts'
import { invalidate } from '../ui/query-client.ts'
import { openHash, useNarrowHash, useRoute } from './narrows/route.ts'
import { closeNotices, noticeFor, showNotice } from './notifications/show-notice.ts'
import { textOfMessage } from './notifications/text-of-message.ts'
import { chatKeys } from './state/chat-keys.ts'
import { conversationOf } from './state/conversation.ts'
import { presenceOf } from './state/initial-state.ts'
import { matchesNarrow, type Narrow } from './state/narrow.ts'
import { useChat, useWorkspace } from './state/workspace.ts'

const MAX_TEXT_LENGTH = 300

/** Removed after this time, so that a screen reader does not find the text twice. */
const FORGET_MS = 10_000

const NOTES_HZ = [659, 880]

const NOTE_SECONDS = 0.12

const LOUDNESS = 0.06

const INTERVAL_MS = 50_000

/** After this long without a key press or pointer move, the user is idle. */
const IDLE_MS = 5 * 60_000

/** Events that say that something changed, but not how: it has to be fetched again. */
const keysByEvent: Readonly<Record<string, QueryKey | undefined>> = {
  attachment: chatKeys.attachments,
  invites_changed: chatKeys.invites,
  numbers_changed: chatKeys.numbers,
  realm_export: chatKeys.exports,
}

/** What goes on while another app is open: presence, notifications, how times look, and queries that stay up to date. */
export function ChatBackground() {
  const route = useRoute()
  const is24Hours = useChat((state) => state.settings.twenty_four_hour_time)
  useLayoutEffect(() => show24Hours(is24Hours), [is24Hours])
  useKeepPresence()
  useInvalidateQueries()
  return <NotificationCenter narrow={route.page === 'messages' ? route.narrow : undefined} />
}

/** Events invalidate queries. A new event queue invalidates all: events were missed. */
function useInvalidateQueries(): void {
  const queries = useQueryClient()
  const { listen, generation } = useWorkspace()
  useEffect(
    () =>
      listen(({ type }) => {
        const key = keysByEvent[type]
        if (key) void invalidate(queries, key)
      }),
    [queries, listen],
  )
  useEffect(() => generation.subscribe(() => void invalidate(queries)), [queries, generation])
}

/** Reports presence every minute. The response has the presence of everybody else. */
function useKeepPresence(): void {
  const { state } = useWorkspace()
  useEffect(() => {
    let lastInput = Date.now()
    const noteInput = () => {
      lastInput = Date.now()
    }
    async function tell() {
      // The desktop app knows whether somebody uses the computer, in whatever window.
      const isIdle = desktopApp()?.get_idle_on_system?.()
      const isActive =
        isIdle === undefined ? document.hasFocus() && Date.now() - lastInput < IDLE_MS : !isIdle
      try {
        const answer = await callChat('POST /users/me/presence', {
          status: isActive ? 'active' : 'idle',
          new_user_input: isActive,
          slim_presence: true,
        })
        const given = Object.entries(answer.presences ?? {})
        const presences = new Map(given.map(([id, presence]) => [Number(id), presenceOf(presence)]))
        state.set({ ...state.get(), presences: new Map([...state.get().presences, ...presences]) })
      } catch {
        // The next time will do: the event loop shows that the server is away.
      }
    }
    void tell()
    const timer = setInterval(() => void tell(), INTERVAL_MS)
    const inputs = ['keydown', 'pointermove', 'pointerdown', 'focus'] as const
    for (const name of inputs) addEventListener(name, noteInput, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of inputs) removeEventListener(name, noteInput)
    }
  }, [state])
}

/** Desktop notifications, sounds and screen reader announcements for new messages. */
function NotificationCenter({ narrow }: { narrow: Narrow | undefined }) {
  const { state, listen } = useWorkspace()
  const hashOf = useNarrowHash()
  const latest = useRef({ narrow, hashOf })
  latest.current = { narrow, hashOf }
  useDevicePush()
  useEffect(
    () =>
      listen((event) => {
        if (event.type !== 'message') return
        const known = state.get()
        const message = { ...event.message, flags: event.flags } as Message
        const wanted = noticeFor(known, event)
        if ((!wanted.desktop && !wanted.sound) || isInView(latest.current.narrow, message, known.me.userId)) {
          return
        }
        if (wanted.sound) playTone()
        if (!wanted.desktop) return
        const conversation = conversationOf(message, known.me.userId)
        void showNotice(known, message, latest.current.hashOf(conversation, message.id))
      }),
    [listen, state],
  )
  return <MessageAnnouncer narrow={narrow} />
}

/** Visible in the focused window, and in the narrow that it shows. */
function isInView(narrow: Narrow | undefined, message: Message, me: number): boolean {
  if (document.hidden || !document.hasFocus() || !narrow) return false
  return matchesNarrow(narrow, message, me) === true
}

/** Keeps this browser subscribed, opens what is clicked, and removes notices of messages that were read. */
function useDevicePush(): void {
  const { state, listen } = useWorkspace()
  useEffect(() => {
    void keepPush(state.get().me.userId)
    const { conversations } = state.get().unread
    const unread = new Set([...conversations.values()].flatMap(({ ids }) => [...ids]))
    void closeNotices((id) => !unread.has(id))
    return listen((event) => {
      if (event.type !== 'update_message_flags' || event.flag !== 'read' || event.op !== 'add') return
      const read = new Set(event.messages)
      void closeNotices((id) => event.all || read.has(id))
    })
  }, [state, listen])
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    const open = ({ data }: MessageEvent<{ open?: string }>) => {
      if (data.open?.startsWith('#')) openHash(data.open)
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [])
}

let audio: AudioContext | undefined

/** Two short notes. Browsers stay silent until the first interaction, and some computers have no sound. */
function playTone(): void {
  try {
    audio ??= new AudioContext()
    play(audio)
  } catch {
    // The notice can be seen.
  }
}

function play(audio: AudioContext): void {
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  for (const [index, pitch] of NOTES_HZ.entries()) {
    const start = audio.currentTime + index * NOTE_SECONDS
    const end = start + NOTE_SECONDS
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    // Rising and falling softly, so that it does not click.
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
    volume.gain.linearRampToValueAtTime(0, end)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(end)
  }
}

/** Announces new messages of the open conversation to screen readers. Announcing all of them would be a flood. */
function MessageAnnouncer({ narrow }: { narrow: Narrow | undefined }) {
  const { state, listen } = useWorkspace()
  const [said, setSaid] = useState<readonly { id: number; text: string }[]>([])
  useEffect(() => {
    if (narrow?.kind !== 'topic' && narrow?.kind !== 'direct') return
    return listen((event) => {
      if (event.type !== 'message') return
      const me = state.get().me.userId
      const message = { ...event.message, flags: event.flags } as Message
      if (message.sender_id === me || !matchesNarrow(narrow, message, me)) return
      const text = t.notifications.announced(
        message.sender_full_name,
        textOfMessage(message, MAX_TEXT_LENGTH),
      )
      setSaid((list) => [...list, { id: message.id, text }])
      setTimeout(() => setSaid((list) => list.filter(({ id }) => id !== message.id)), FORGET_MS)
    })
  }, [narrow, listen, state])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
