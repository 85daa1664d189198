import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { SettingsSection } from '../settings-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NameForm } from './name-form.tsx'
import { PictureEditor } from './picture-editor.tsx'
import { ProfileFieldsSection } from './profile-fields-section.tsx'
import { StatusSection } from './status-section.tsx'
import { TimezoneField } from './timezone-field.tsx'

export function ProfileTab() {
  const me = useChat((state) => state.me)
  const isFixed = useChat((state) => state.realm.avatar_changes_disabled && !state.me.isAdmin)
  return (
    <>
      <SettingsSection title={t.settings.profile.about} intro={t.settings.profile.aboutText}>
        {isFixed ? (
          <p>{t.settings.profile.pictureFixed}</p>
        ) : (
          <PictureEditor
            url={me.avatarUrl}
            name={me.fullName}
            path="/users/me/avatar"
            onRemove={() => callChat('DELETE /users/me/avatar', {})}
          />
        )}
        <NameForm />
        <TimezoneField />
      </SettingsSection>
      <StatusSection />
      <ProfileFieldsSection />
      <EmailSection />
    </>
  )
}
