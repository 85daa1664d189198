import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

/** Adds to a poll or a list. Everyone, including the author, sees it through its event. */
export function useWidgetStep(messageId: number) {
  const submit = useSubmit()
  return {
    busy: submit.busy,
    take: (step: Record<string, unknown>): Promise<boolean> =>
      submit.run(async () => {
        try {
          const content = JSON.stringify(step)
          await callChat('POST /submessage', { message_id: messageId, msg_type: 'widget', content })
        } catch (error) {
          showToast(messageOf(error), 'danger')
          throw error
        }
      }),
  }
}
