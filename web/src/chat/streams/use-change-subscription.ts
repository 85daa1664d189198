import { callChat } from '../../api/chat-api.ts'
import type { Subscription } from '../state/chat-state.ts'
import { useWorkspace } from '../state/workspace.ts'

export type OwnProperty =
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'wildcard_mentions_notify'

/** Changes a setting of a subscription. It applies here at once, before the event arrives. */
export function useChangeSubscription(): (
  streamId: number,
  property: OwnProperty,
  value: boolean | string,
) => Promise<void> {
  const { state } = useWorkspace()
  return async (streamId, property, value) => {
    await callChat('POST /users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: streamId, property, value }],
    })
    const now = state.get()
    const subscription = now.subscriptions.get(streamId)
    if (!subscription) return
    const changed = { ...subscription, [property]: value } as Subscription
    state.set({ ...now, subscriptions: new Map(now.subscriptions).set(streamId, changed) })
  }
}
