import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { useWorkspace } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SettingsSection } from '../settings-section.tsx'

export function DeactivateSection() {
  const workspace = useWorkspace()
  const [asking, setAsking] = useState(false)
  async function deactivate() {
    await callChat('DELETE /users/me', {})
    workspace.stop()
    location.assign('/')
  }
  return (
    <SettingsSection
      title={t.settings.deactivate.title}
      intro={t.settings.deactivate.intro}
      actions={
        <Button look="danger" onClick={() => setAsking(true)}>
          {t.settings.deactivate.button}
        </Button>
      }
    >
      {asking && (
        <ConfirmDialog
          title={t.settings.deactivate.sure}
          confirm={t.settings.deactivate.button}
          onConfirm={deactivate}
          onClose={() => setAsking(false)}
        >
          {t.settings.deactivate.text}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}
