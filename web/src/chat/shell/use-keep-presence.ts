import { useEffect } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { presenceOf } from '../state/initial-state.ts'
import { useWorkspace } from '../state/workspace.ts'

const EVERY_MS = 50_000
/** After this long without a key press or pointer move, the user is idle. */
const IDLE_MS = 5 * 60_000

/** Reports presence every minute. The response has the presence of everybody else. */
export function useKeepPresence(): void {
  const { state } = useWorkspace()
  useEffect(() => {
    let lastInput = Date.now()
    const noteInput = () => {
      lastInput = Date.now()
    }
    async function tell() {
      const isActive = document.hasFocus() && Date.now() - lastInput < IDLE_MS
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
    const timer = setInterval(() => void tell(), EVERY_MS)
    const inputs = ['keydown', 'pointermove', 'pointerdown', 'focus'] as const
    for (const name of inputs) addEventListener(name, noteInput, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of inputs) removeEventListener(name, noteInput)
    }
  }, [state])
}
