import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { SettingCheck } from '../setting-check.tsx'
import { SettingsSection } from '../settings-section.tsx'

/** What others can see of the user's reading and typing. */
export function PrivacySection() {
  const hasReceipts = useChat((state) => state.realm.enable_read_receipts)
  return (
    <SettingsSection title={t.settings.privacy.title} intro={t.settings.privacy.intro}>
      <SettingCheck name="presence_enabled" label={t.settings.privacy.presence} />
      <SettingCheck
        name="send_read_receipts"
        label={t.settings.privacy.receipts}
        hint={hasReceipts ? undefined : t.settings.privacy.receiptsOff}
      />
      <SettingCheck name="send_private_typing_notifications" label={t.settings.privacy.directTyping} />
      <SettingCheck name="send_stream_typing_notifications" label={t.settings.privacy.streamTyping} />
    </SettingsSection>
  )
}
