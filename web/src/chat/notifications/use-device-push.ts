import { useEffect } from 'react'
import { keepPush } from '../../api/device-push.ts'
import { openHash } from '../shell/route.ts'
import { useWorkspace } from '../state/workspace.ts'
import { closeNotices } from './shown-notices.ts'

/** Keeps this browser subscribed, opens what is clicked, and removes notices of messages that were read. */
export function useDevicePush(): void {
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
