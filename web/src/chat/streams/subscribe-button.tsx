import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { openHash } from '../narrows/route.ts'
import type { KnownStream } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'

/** Subscribes and unsubscribes. Renders nothing if the user can do neither. */
export function SubscribeButton({ stream }: { stream: KnownStream }) {
  const isIn = useChat((state) => state.subscriptions.has(stream.stream_id))
  const isGuest = useChat((state) => state.me.isGuest)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const cannotReturn = stream.invite_only || isGuest

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast(messageOf(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  const leave = () => callChat('DELETE /users/me/subscriptions', { subscriptions: [stream.name] })
  const join = () => callChat('POST /users/me/subscriptions', { subscriptions: [{ name: stream.name }] })

  if (!isIn) {
    if (cannotReturn) return null
    return (
      <Button
        size="small"
        aria-label={t.streams.subscribeTo(stream.name)}
        busy={busy}
        onClick={() => void run(join)}
      >
        {t.streams.subscribe}
      </Button>
    )
  }
  return (
    <>
      <Button
        size="small"
        aria-label={t.streams.unsubscribeFrom(stream.name)}
        busy={busy}
        onClick={() => (cannotReturn ? setAsking(true) : void run(leave))}
      >
        {t.streams.unsubscribe}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t.streams.leaveTitle(stream.name)}
          confirm={t.streams.unsubscribe}
          onConfirm={async () => {
            await leave()
            openHash('#streams')
          }}
          onClose={() => setAsking(false)}
        >
          {t.streams.leaveText}
        </ConfirmDialog>
      )}
    </>
  )
}
