import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export function DeactivateBotDialog({ bot, onClose }: { bot: Person; onClose: () => void }) {
  const texts = t.organization.bots
  return (
    <ConfirmDialog
      title={texts.deactivateTitle(bot.full_name)}
      confirm={texts.deactivate}
      onConfirm={() => callChat('DELETE /bots/{bot_id}', { bot_id: bot.user_id })}
      onClose={onClose}
    >
      {texts.deactivateHint}
    </ConfirmDialog>
  )
}
