import { t } from '../../texts/texts.ts'
import { SettingCheck } from '../setting-check.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { AlertWordsSection } from './alert-words-section.tsx'
import { BrowserPermission } from './browser-permission.tsx'
import { DeviceSwitch } from './device-switch.tsx'
import { StreamNotificationsSection } from './stream-notifications-section.tsx'
import { TitleCountField } from './title-count-field.tsx'

export function NotificationsTab() {
  const texts = t.settings.notifications
  return (
    <>
      <SettingsSection title={texts.messages} intro={texts.messagesText}>
        <BrowserPermission />
        <DeviceSwitch />
        <SettingCheck name="enable_desktop_notifications" label={texts.desktop} />
        <SettingCheck name="pm_content_in_desktop_notifications" label={texts.content} />
        <SettingCheck name="enable_sounds" label={texts.sounds} />
        <SettingCheck name="wildcard_mentions_notify" label={texts.wildcard} hint={texts.wildcardHint} />
        <TitleCountField />
      </SettingsSection>
      <SettingsSection title={texts.streams} intro={texts.streamsText}>
        <SettingCheck name="enable_stream_desktop_notifications" label={texts.streamDesktop} />
        <SettingCheck name="enable_stream_audible_notifications" label={texts.streamSounds} />
      </SettingsSection>
      <StreamNotificationsSection />
      <AlertWordsSection />
    </>
  )
}
